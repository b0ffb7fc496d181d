import type { SideKey } from './conversation-comparison.ts'

/** The side that runs first in a pair, from 0, where they take turns; `begins` is that of the first pair. */
export function firstInPair(begins: SideKey, pair: number): SideKey {
  if (pair % 2 === 0) return begins
  return begins === 'a' ? 'b' : 'a'
}

/**
 * The side with which a conversation begins, by its place in the list. Every second one begins with b, so that
 * with an odd number of pairs each side meets a cold service equally often.
 */
export function beginningAt(place: number): SideKey {
  return firstInPair('a', place)
}
