import type { PairCounts } from './count-pairs.ts'

/** The direction of a break, where one side never failed and the other never passed; null where there is none. */
export function breakOf({ pairs, onlyA, onlyB }: PairCounts): 'regressed' | 'improved' | null {
  if (pairs === 0) return null
  if (onlyA === pairs) return 'regressed'
  return onlyB === pairs ? 'improved' : null
}
