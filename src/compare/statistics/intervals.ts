import { binomialChances } from '../../base/binomial.ts'
import type { LatencyComparison } from '../model/conversation-comparison.ts'
import { evenSplit, type PairCounts } from './paired-test.ts'

/** The 95 % quantile of the normal distribution, two-sided. */
const once = 1.959964

/**
 * The 95 % confidence interval of the pass rate of b minus that of a, from -1 to 1: Wald's interval after
 * adding one pair of each differing kind (D. Bonett and R. Price, *Adjusted Wald confidence interval for a
 * difference of binomial proportions based on paired data*, Journal of Educational and Behavioral Statistics
 * 37, 2012). Among the simple intervals it is the one that keeps its coverage for few pairs; the measured
 * coverage is in docs/measurements-comparison.md. Where pairs were added after checks of the verdict, the error probability
 * is divided by the number of checks, like the level of the test, so that the interval holds over all of them
 * together.
 */
export function passInterval({ pairs, onlyA, onlyB }: PairCounts, looks = 1): [from: number, to: number] {
  const [a, b] = [(onlyA + 1) / (pairs + 2), (onlyB + 1) / (pairs + 2)]
  const middle = b - a
  const z = looks === 1 ? once : quantileBeyond(0.025 / looks)
  const half = z * Math.sqrt((a + b - middle ** 2) / (pairs + 2))
  return [Math.max(-1, middle - half), Math.min(1, middle + half)]
}

/** The quantile of the normal distribution exceeded with this probability, to three decimals (A. and S. 26.2.23). */
function quantileBeyond(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance))
  const [above, below] = [
    2.515517 + 0.802853 * t + 0.010328 * t ** 2,
    1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3,
  ]
  return t - above / below
}

/** The median of b minus a, in ms, with a 95 % interval by the sign test that assumes no distribution (six pairs). */
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

/** The two-sided exact sign test: how often, at most, differences around zero have so unequal signs. */
export function signChance(differences: readonly number[]): number {
  const up = differences.filter((each) => each > 0).length
  const down = differences.filter((each) => each < 0).length
  return evenSplit(up, down)
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
