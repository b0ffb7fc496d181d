import { binomialChances } from '../../base/binomial.ts'
import type { LatencyComparison } from '../model/latency-comparison.ts'

/**
 * The median of b minus a over pairs (the times at one index), in milliseconds; times without a partner are left out.
 * The 95 % interval assumes no distribution: it runs from one ordered difference to another, as far from the start as
 * from the end, chosen so that the sign test cannot reject anything within it. That takes at least six pairs.
 */
export function medianDifference(
  a: readonly number[],
  b: readonly number[],
): Pick<LatencyComparison, 'difference' | 'interval'> {
  const pairs = Math.min(a.length, b.length)
  const differences = Array.from({ length: pairs }, (_, index) => (b[index] ?? 0) - (a[index] ?? 0))
  differences.sort((one, other) => one - other)
  const at = (index: number): number => differences[index] ?? Number.NaN
  if (pairs === 0) return { difference: null, interval: null }
  const difference = (at(Math.floor((pairs - 1) / 2)) + at(Math.floor(pairs / 2))) / 2
  const outside = countOutside(pairs)
  return { difference, interval: outside === 0 ? null : [at(outside - 1), at(pairs - outside)] }
}

/** The number of ordered differences up to and including the lower end of the interval. */
function countOutside(pairs: number): number {
  let total = 0
  let count = 0
  for (const chance of binomialChances(pairs, 0.5)) {
    total += chance
    if (total > 0.025) return count
    count += 1
  }
  return count
}
