import type { PairCounts } from './count-pairs.ts'

/** Which way a conversation broke: one side never failed, and the other never passed. Null where it did not. */
export function breakOf({ pairs, onlyA, onlyB }: PairCounts): 'regressed' | 'improved' | null {
  if (pairs === 0) return null
  if (onlyA === pairs) return 'regressed'
  return onlyB === pairs ? 'improved' : null
}
