import { observeConversation } from './features/observe-conversation.ts'
import type { ConversationRuns, Pairing } from './pairing.ts'
import { hashWords } from './statistics/judge-error.ts'

/** Those that one pair selects for further pairs, marked as looked at, by a rule that does not tell the sides apart; also by words. */
export function selectByLook(
  all: readonly ConversationRuns[],
  pairings: readonly Pairing[],
  byWords: boolean,
): { runs: ConversationRuns; pairs: number }[] {
  return all.flatMap((runs, place) => {
    const pairing = pairings[place]
    if (pairing === undefined || (!isTelling(runs) && !(byWords && hasOtherWords(runs)))) return []
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

/** Whether the sides say it in other words, numbers aside: where nothing may change, a look cannot say that nothing did. */
const hasOtherWords = ({ a, b }: ConversationRuns): boolean => new Set([...a, ...b].map(hashWords)).size > 1
