import type { SideKey } from './conversation-comparison.ts'

/**
 * The side that runs first in a pair, where sides take turns from pair to pair. `begins` is the side that ran
 * first in the first pair; pairs count from 0.
 */
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
