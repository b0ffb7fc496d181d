import { closest, distance } from 'fastest-levenshtein'

/** The known word a typo most likely meant, or undefined when none is near: at most a third of its letters differ. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word === '') return undefined
  const folded = word.toLowerCase()
  const nearest = closest(
    folded,
    known.map((each) => each.toLowerCase()),
  )
  const limit = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3))
  return distance(folded, nearest) <= limit ? known.find((each) => each.toLowerCase() === nearest) : undefined
}
