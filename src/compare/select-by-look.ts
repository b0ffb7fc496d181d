import { observeConversation } from './features/observe-conversation.ts'
import type { ConversationRuns, Pairing } from './pairing.ts'

/**
 * The conversations that one pair of runs selects for the pairs of `pairings`, in the same order; each is marked as
 * looked at, and asked for these. The rule does not tell the sides apart. So which side of a pair is called *a* is
 * still a coin toss, and what all pairs show together may be tested; the verdict rests on the pairs that follow, which
 * know nothing of the look.
 */
export function selectByLook(
  all: readonly ConversationRuns[],
  pairings: readonly Pairing[],
): { runs: ConversationRuns; pairs: number }[] {
  return all.flatMap((runs, place) => {
    const pairing = pairings[place]
    if (pairing === undefined || !isTelling(runs)) return []
    Object.assign(runs, { pairing, look: runs.a.length })
    return [{ runs, pairs: pairing.pairs }]
  })
}

/** Whether a run did not pass, or the sides do anything differently; words and times count for nothing. */
function isTelling({ begins, a, b }: ConversationRuns): boolean {
  if ([...a, ...b].some(({ verdict }) => verdict !== 'passed')) return true
  try {
    const { seen } = observeConversation({ a, b, begins }, a.length)
    return seen.some(({ values }) => values.some((value) => value.a.length + value.b.length > 0))
  } catch {
    return true // what cannot be read is no reason to stop looking
  }
}
