import { allKinds, type Mutant, type MutantKind } from './mutant/mutant.ts'
import type { Talk } from './mutant/talk.ts'
import {
  addCall,
  changeArgument,
  dropCall,
  failOutput,
  renameCall,
  reorderCalls,
  repeatCall,
  swapOutputs,
  wrongPhase,
} from './operators/calls.ts'
import { slowReply, slowTool } from './operators/delays.ts'
import { leaveOutApology, refuseHelp, wrongPromise } from './operators/meaning.ts'
import type { Operator, Surroundings } from './operators/operator.ts'
import {
  changeNumber,
  changeWord,
  cutReply,
  dropItem,
  dropReply,
  leakPlaceholder,
  negateReply,
  repeatReply,
  replaceReply,
} from './operators/replies.ts'

const operators: Record<Exclude<MutantKind, 'other version'>, Operator> = {
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
  'cut reply': cutReply,
  'negate reply': negateReply,
  'change number': changeNumber,
  'change word': changeWord,
  'drop item': dropItem,
  'leak placeholder': leakPlaceholder,
}

/**
 * Lists every mutant of a recorded conversation, turn by turn, each only once. No call is added where none could be seen. `around` holds the surroundings of each
 * turn.
 */
export function listMutants(
  talk: Talk,
  around: readonly Surroundings[],
  kinds: readonly MutantKind[] = allKinds,
): Mutant[] {
  const inTurns = talk.turns.flatMap((turn, at) => {
    const surroundings = around[at]
    if (surroundings === undefined) return []
    const seen = new Set([JSON.stringify(turn.view.entries)])
    return kinds.flatMap((kind): Mutant[] => {
      if (kind === 'other version' || (kind === 'add call' && turn.view.unseen !== null)) return []
      return operators[kind](turn, surroundings).flatMap(({ what, entries, lateMs = 0 }) => {
        const shown = JSON.stringify(entries)
        if (seen.has(shown)) return []
        seen.add(shown)
        return [{ kind, what, turn: turn.index, entries, lateMs }]
      })
    })
  })
  return [...inTurns, ...(kinds.includes('other version') ? otherVersion(talk) : [])]
}

/**
 * The stored session names a version that was not asked for: the draft for the published one, a number for the
 * draft, another number for a number. Nothing to mutate where the session names none.
 */
function otherVersion({ plan: { version }, session }: Talk): Mutant[] {
  const label = session?.agentDetails.version ?? null
  if (label === null) return []
  const other = version === 'default' ? 'draft' : version === 'draft' ? '1' : String(Number(version) + 1)
  if (other === label) return []
  return [{ kind: 'other version', turn: null, version: other, what: `version ${other} answers instead of ${label}` }]
}
