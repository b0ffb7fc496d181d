import { pairedTest } from './paired-test.ts'

/**
 * The number of pairs that confirms a hard break, whatever else a comparison of this many conversations finds. `alpha`
 * is strictly between 0 and 1, `looks` as in `callVerdicts`.
 */
export function pairsForHardBreak(alpha: number, conversations: number, looks = 1): number {
  let pairs = 1
  const chance = (): number => pairedTest({ pairs, onlyA: pairs, onlyB: 0 })
  while (chance() * Math.max(1, conversations) * looks > alpha) pairs += 1
  return pairs
}
