import { highestRate, lowestRate } from '../../base/binomial.ts'
import { type CallingSettings, callVerdicts, type PairedConversation } from './call-verdicts.ts'
import { adjustByHolm, breakOf, countPairs, endingChance, type PairCounts, pairsForHardBreak } from './paired-test.ts'

/** `atMost` is the most pairs a conversation may end up with. */
export interface OpenSettings extends CallingSettings {
  atMost: number
}

/**
 * Whether more pairs are worth their turns, for each conversation. They are not where the conversation has
 * `atMost` pairs already; where its difference is already called (it stays called, whatever the others bring);
 * where its sides agreed in as many pairs as would confirm a break of a single conversation; and where the
 * remaining pairs could not lead to a call even if they differ, in the leading direction, as often as the pairs
 * so far leave possible.
 */
export function findOpen(conversations: readonly PairedConversation[], settings: OpenSettings): boolean[] {
  const { alpha, looks = 1, atMost } = settings
  const pairCounts = conversations.map(({ pairs }) => countPairs(pairs))
  const called = callVerdicts(conversations, settings)
  const enough = pairsForHardBreak(alpha, 1)
  const states = pairCounts.map((counts, index): State => {
    const { certainty } = called[index] ?? {}
    return certainty === 'hard break' || certainty === 'statistical' ? 'closed' : stateOf(counts, enough, atMost)
  })
  const best = pairCounts.map((counts, index) =>
    states[index] === 'closed' ? (called[index]?.pass?.p ?? 1) : hopeOf(counts, atMost, looks),
  )
  const chances = adjustByHolm(best)
  return states.map((state, index) => state === 'open' || (state === 'undecided' && (chances[index] ?? 1) <= alpha))
}

/** *undecided*: it is worth going on only if the best case could still be called among the other conversations. */
type State = 'open' | 'closed' | 'undecided'

function stateOf(counts: PairCounts, enough: number, atMost: number): State {
  if (counts.pairs >= atMost) return 'closed'
  if (breakOf(counts) !== null) return 'open'
  if (counts.onlyA + counts.onlyB > 0) return 'undecided'
  return counts.pairs < enough ? 'open' : 'closed'
}

const hopes = new Map<string, number>()

/** The p-value at best: the remaining pairs differ in the leading direction as often as these leave possible. */
function hopeOf({ pairs, onlyA, onlyB }: PairCounts, atMost: number, looks: number): number {
  const key = `${pairs} ${onlyA} ${onlyB} ${atMost} ${looks === 1}`
  const knownHope = hopes.get(key)
  if (knownHope !== undefined) return knownHope
  const [less, more] = [Math.min(onlyA, onlyB), Math.max(onlyA, onlyB)]
  const restPairs = atMost - pairs
  const trailing = less + Math.floor(restPairs * lowestRate(less, pairs))
  const leading = more + Math.min(Math.ceil(restPairs * highestRate(more, pairs)), restPairs - (trailing - less))
  const hope = endingChance({ pairs: atMost, onlyA: leading, onlyB: trailing }, looks)
  hopes.set(key, hope)
  return hope
}
