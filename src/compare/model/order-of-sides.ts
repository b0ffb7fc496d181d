import type { SideKey } from './conversation-comparison.ts'

/** The side that runs first in a pair (from 0) where sides take turns; `begins` ran first in the first pair. */
export function firstInPair(begins: SideKey, pair: number): SideKey {
  if (pair % 2 === 0) return begins
  return begins === 'a' ? 'b' : 'a'
}

/** Every second conversation begins with b: with odd pairs each side meets a cold service equally often. */
export function beginningAt(place: number): SideKey {
  return firstInPair('a', place)
}
