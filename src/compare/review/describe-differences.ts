import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { ReviewDifference } from '../model/review-shape.ts'

const mostNamed = 4

/** Differences with those of a reply's words behind what fails by them, and otherwise as they are. */
export function wordsLast<D extends Pick<ReviewDifference, 'level'>>(differences: readonly D[]): D[] {
  const isWords = ({ level }: D): boolean => level === 'reply'
  return [...differences.filter((each) => !isWords(each)), ...differences.filter(isWords)]
}

/** What b does otherwise, the gravest first; a reply's words only where nothing fails. Null where nothing is known. */
export function describeDifferences({
  verdict,
  differences = [],
}: Pick<ConversationComparison, 'verdict' | 'differences'>): string | null {
  if (verdict === 'not comparable' || verdict === 'same') return null
  const loud = differences.filter(({ quiet }) => quiet !== true)
  const most = Math.max(...loud.map(({ runs }) => runs.length))
  const usual = loud.filter(({ runs }) => 2 * runs.length > most)
  const fails = usual.some(({ level }) => level === 'expectations')
  const levels = fails ? usual.filter(({ level }) => level !== 'reply') : usual
  const mainDifferences = levels
    .slice(0, mostNamed)
    .toSorted((one, other) => (one.turn ?? Infinity) - (other.turn ?? Infinity))
  const texts = mainDifferences.map(({ text, turn }, index) =>
    turn !== null && mainDifferences[index - 1]?.turn === turn ? text.replace(/^turn \d+: /, '') : text,
  )
  const restCount = levels.length - mainDifferences.length
  return texts.length === 0 ? null : [...texts, ...(restCount > 0 ? [`${restCount} more`] : [])].join('; ')
}
