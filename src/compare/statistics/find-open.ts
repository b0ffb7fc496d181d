import { type CallingSettings, callVerdicts, type PairedConversation } from './call-verdicts.ts'
import { adjustByHolm, breakOf, countPairs, type PairCounts, pairedTest, pairsForHardBreak } from './paired-test.ts'

/** `atMost` is the most pairs a conversation may end up with. */
export interface OpenSettings extends CallingSettings {
  atMost: number
}

/**
 * Whether more pairs are worth their turns, for each conversation. They are not where a conversation has `atMost` pairs
 * already; where its difference is called for certain (it stays called, whatever the others bring); where its sides
 * agreed in as many pairs as confirm a break of a single conversation; and where even the most one-sided remaining
 * pairs could not lead to a call.
 */
export function findOpen(conversations: readonly PairedConversation[], settings: OpenSettings): boolean[] {
  const { alpha, looks = 1, atMost } = settings
  const counted = conversations.map(({ pairs }) => countPairs(pairs))
  const called = callVerdicts(conversations, settings)
  const enough = pairsForHardBreak(alpha, 1)
  const states = counted.map((counts, index): State => {
    const { certainty } = called[index] ?? {}
    return certainty === 'hard break' || certainty === 'statistical' ? 'closed' : stateOf(counts, enough, atMost)
  })
  const best = counted.map((counts, index) =>
    states[index] === 'closed' ? pairedTest(counts) : bestOf(counts, atMost),
  )
  const chances = adjustByHolm(best.map((chance) => Math.min(1, looks * chance)))
  return states.map((state, index) => state === 'open' || (state === 'undecided' && (chances[index] ?? 1) <= alpha))
}

/**
 * *undecided*: whether to go on depends on whether the best case could still be called among the other conversations.
 */
type State = 'open' | 'closed' | 'undecided'

function stateOf(counts: PairCounts, enough: number, atMost: number): State {
  if (counts.pairs >= atMost) return 'closed'
  if (breakOf(counts) !== null) return 'open'
  if (counts.onlyA + counts.onlyB > 0) return 'undecided'
  return counts.pairs < enough ? 'open' : 'closed'
}

/** The p-value if all remaining pairs differ in the direction that leads. */
function bestOf({ pairs, onlyA, onlyB }: PairCounts, atMost: number): number {
  const leading = Math.max(onlyA, onlyB) + atMost - pairs
  return pairedTest({ pairs: atMost, onlyA: leading, onlyB: Math.min(onlyA, onlyB) })
}
