import type { Decisions } from './decisions.ts'
import type { Place } from './place.ts'
import type { Card } from './report-document.ts'

/** The cards that a place shows, in their order. Several words of a text must all be there, in any order. */
export function filterCards(cards: readonly Card[], place: Place, decisions: Decisions): Card[] {
  const words = place.text.toLowerCase().split(/\s+/).filter(Boolean)
  return cards.filter(
    (card) =>
      (place.verdicts.length === 0 || place.verdicts.includes(card.verdict)) &&
      (place.suite === '' || card.suite === place.suite) &&
      (place.agent === '' || card.agent === place.agent) &&
      (place.tag === '' || card.tags.includes(place.tag)) &&
      (place.decision === '' || (decisions[card.key] ?? 'undecided') === place.decision) &&
      (place.trend === '' || card.flakyOverRuns) &&
      words.every((word) => card.search.includes(word)),
  )
}
