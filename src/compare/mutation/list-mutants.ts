import { allKinds, type Mutant, type MutantKind, type StoredKind, type TurnMutantKind } from './mutant/mutant.ts'
import type { MutableTalk } from './mutant/talk.ts'
import {
  addCall,
  dropCall,
  failOutput,
  renameCall,
  reorderCalls,
  repeatCall,
  swapOutputs,
  wrongPhase,
} from './operators/calls.ts'
import { slowReply, slowTool } from './operators/delays.ts'
import { addButton, addFile, addLink, changeButton, changeFile, changeLink, dropItem } from './operators/items.ts'
import { extendList, reorderList, shortenList } from './operators/lists.ts'
import { leaveOutApology, otherLanguage, refuseHelp, wrongPromise } from './operators/meaning.ts'
import type { MutationOperator, Surroundings } from './operators/operator.ts'
import {
  changeNumber,
  changeWord,
  cutReply,
  dropReply,
  leakPlaceholder,
  leaveOutNumber,
  negateReply,
  prefixNumber,
  repeatReply,
  replaceReply,
} from './operators/replies.ts'
import { backgroundAgent, otherAgent, thinkSecret } from './operators/speakers.ts'
import { addPostCall, dropPostCall, otherVersion, type StoredOperator } from './operators/stored-session.ts'
import { addArgument, changeArgument, changeOutput, shiftDate } from './operators/values.ts'

const inTurns: Record<TurnMutantKind, MutationOperator> = {
  'drop call': dropCall,
  'add call': addCall,
  'repeat call': repeatCall,
  'reorder calls': reorderCalls,
  'rename call': renameCall,
  'change argument': changeArgument,
  'swap outputs': swapOutputs,
  'fail output': failOutput,
  'wrong phase': wrongPhase,
  'slow tool': slowTool,
  'slow reply': slowReply,
  'drop reply': dropReply,
  'repeat reply': repeatReply,
  'replace reply': replaceReply,
  'refuse help': refuseHelp,
  'wrong promise': wrongPromise,
  'leave out apology': leaveOutApology,
  'other language': otherLanguage,
  'cut reply': cutReply,
  'negate reply': negateReply,
  'change number': changeNumber,
  'change word': changeWord,
  'drop item': dropItem,
  'leak placeholder': leakPlaceholder,
  'change button': changeButton,
  'add button': addButton,
  'change link': changeLink,
  'add link': addLink,
  'change file': changeFile,
  'add file': addFile,
  'other agent': otherAgent,
  'background agent': backgroundAgent,
  'think secret': thinkSecret,
  'add argument': addArgument,
  'reorder list': reorderList,
  'change output': changeOutput,
  'prefix number': prefixNumber,
  'leave out number': leaveOutNumber,
  'shift date': shiftDate,
  'shorten list': shortenList,
  'extend list': extendList,
}

const inSessions: Record<StoredKind, StoredOperator> = {
  'other version': otherVersion,
  'drop post call': dropPostCall,
  'add post call': addPostCall,
}

const isStored = (kind: MutantKind): kind is StoredKind => Object.hasOwn(inSessions, kind)

/**
 * Lists every mutant of a recorded conversation, turn by turn, each only once. No call is added where none could be
 * seen. `around` holds the surroundings of each turn.
 */
export function listMutants(
  talk: MutableTalk,
  around: readonly Surroundings[],
  kinds: readonly MutantKind[] = allKinds,
): Mutant[] {
  const { session } = talk
  const ofTurns = talk.turns.flatMap((turn, at) => {
    const surroundings = around[at]
    if (surroundings === undefined) return []
    const seen = new Set([JSON.stringify(turn.view.entries)])
    return kinds.flatMap((kind): Mutant[] => {
      if (isStored(kind) || (kind === 'add call' && turn.view.unseen !== null)) return []
      return inTurns[kind](turn, surroundings).flatMap(({ what, entries, lateMs = 0 }) => {
        const shown = JSON.stringify(entries)
        if (seen.has(shown)) return []
        seen.add(shown)
        return [{ kind, what, turn: turn.index, entries, lateMs }]
      })
    })
  })
  if (session === null) return ofTurns
  const ofSession = kinds
    .filter(isStored)
    .flatMap((kind) =>
      inSessions[kind]({ ...talk, session }, around.at(-1)).map((change): Mutant => ({ kind, turn: null, ...change })),
    )
  return [...ofTurns, ...ofSession]
}
