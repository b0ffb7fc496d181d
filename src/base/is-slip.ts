import { distance } from 'fastest-levenshtein'

/** Whether a word is so nearly another that it is likely a slip of the pen: one letter in five differs at most, and never more than two. */
export function isSlip(word: string, other: string): boolean {
  const limit = Math.min(2, Math.floor(Math.max(word.length, other.length) / 5))
  return word !== other && distance(word.toLowerCase(), other.toLowerCase()) <= limit
}
