import type { Mutant } from './mutant/mutant.ts'
import { allKinds, type MutantKind } from './mutant/mutant-kind.ts'
import type { Surroundings } from './mutant/surroundings.ts'
import type { Talk } from './mutant/talk.ts'
import { addCall } from './operators/add-call.ts'
import { changeArgument } from './operators/change-argument.ts'
import { changeNumber } from './operators/change-number.ts'
import { changeWord } from './operators/change-word.ts'
import { cutReply } from './operators/cut-reply.ts'
import { dropCall } from './operators/drop-call.ts'
import { dropItem } from './operators/drop-item.ts'
import { dropReply } from './operators/drop-reply.ts'
import { failOutput } from './operators/fail-output.ts'
import { leakPlaceholder } from './operators/leak-placeholder.ts'
import { negateReply } from './operators/negate-reply.ts'
import type { Operator } from './operators/operator.ts'
import { otherVersion } from './operators/other-version.ts'
import { renameCall } from './operators/rename-call.ts'
import { reorderCalls } from './operators/reorder-calls.ts'
import { repeatCall } from './operators/repeat-call.ts'
import { repeatReply } from './operators/repeat-reply.ts'
import { replaceReply } from './operators/replace-reply.ts'
import { slowReply } from './operators/slow-reply.ts'
import { slowTool } from './operators/slow-tool.ts'
import { swapOutputs } from './operators/swap-outputs.ts'
import { wrongPhase } from './operators/wrong-phase.ts'

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
  'cut reply': cutReply,
  'negate reply': negateReply,
  'change number': changeNumber,
  'change word': changeWord,
  'drop item': dropItem,
  'leak placeholder': leakPlaceholder,
}

/**
 * Lists every mutant of a recorded conversation, turn by turn, each only once. `around` holds the surroundings of each
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
    const seen = new Set([JSON.stringify(turn.entries)])
    return kinds.flatMap((kind): Mutant[] => {
      if (kind === 'other version') return []
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
