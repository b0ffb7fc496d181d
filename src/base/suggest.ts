import { closest, distance } from 'fastest-levenshtein'

/**
 * The known word that a typo most likely meant, or undefined when none is close: a good third of its letters may
 * differ, and two letters may be swapped.
 */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word === '' || word.length > 200) return undefined
  const folded = word.toLowerCase()
  const nearest = closest(
    folded,
    known.map((each) => each.toLowerCase()),
  )
  const limit = Math.max(1, Math.floor((Math.max(word.length, nearest.length) + 1) / 2.5))
  const changes = distance(folded, nearest)
  return changes <= limit && changes < folded.length ? known.find((each) => each.toLowerCase() === nearest) : undefined
}
