import { distance } from 'fastest-levenshtein'

/** Whether a word is probably a misspelling of another: at most one letter in five differs, and never more than two. */
export function isSlip(word: string, other: string): boolean {
  const limit = Math.min(2, Math.floor(Math.max(word.length, other.length) / 5))
  return word !== other && distance(word.toLowerCase(), other.toLowerCase()) <= limit
}
