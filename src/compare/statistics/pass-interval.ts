import type { PairCounts } from './count-pairs.ts'

/** The 95 % quantile of the normal distribution, two-sided. */
const z = 1.959964

/**
 * Where the pass rate of b minus that of a lies with 95 % confidence, from -1 to 1: Wald's interval after one pair of
 * each kind that differs is added (D. Bonett and R. Price, *Adjusted Wald confidence interval for a difference of
 * binomial proportions based on paired data*, Journal of Educational and Behavioral Statistics 37, 2012). Of the simple
 * ones it is the one that stays honest for few pairs: its coverage is in docs/comparison.md.
 */
export function passInterval({ pairs, onlyA, onlyB }: PairCounts): [from: number, to: number] {
  const [a, b] = [(onlyA + 1) / (pairs + 2), (onlyB + 1) / (pairs + 2)]
  const middle = b - a
  const half = z * Math.sqrt((a + b - middle ** 2) / (pairs + 2))
  return [Math.max(-1, middle - half), Math.min(1, middle + half)]
}
