import type { SideKey } from './conversation-comparison.ts'

/**
 * The side that runs first in a pair, where sides take turns from pair to pair; `begins` is the one that did in the first pair, and
 * pairs count from 0.
 */
export function firstInPair(begins: SideKey, pair: number): SideKey {
  if (pair % 2 === 0) return begins
  return begins === 'a' ? 'b' : 'a'
}

/**
 * The side with which a conversation begins, by its place in the list. Every second one begins with b, so that with one pair of each,
 * or with an odd number, either side is as often the one that finds the service cold.
 */
export function beginningAt(place: number): SideKey {
  return firstInPair('a', place)
}
