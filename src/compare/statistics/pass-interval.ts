import type { PairCounts } from './count-pairs.ts'

/** The 95 % quantile of the normal distribution, two-sided. */
const once = 1.959964

/**
 * The 95 % confidence interval of the pass rate of b minus that of a, from -1 to 1: Wald's interval after adding one
 * pair of each differing kind (D. Bonett and R. Price, *Adjusted Wald confidence interval for a difference of binomial
 * proportions based on paired data*, Journal of Educational and Behavioral Statistics 37, 2012). Of the simple
 * intervals it is the one that stays honest for few pairs; its coverage is in docs/comparison.md. Where pairs were
 * added after looks at the verdict, the error probability is divided by the looks, like the level of the test, so that
 * the interval holds over all looks together.
 */
export function passInterval({ pairs, onlyA, onlyB }: PairCounts, looks = 1): [from: number, to: number] {
  const [a, b] = [(onlyA + 1) / (pairs + 2), (onlyB + 1) / (pairs + 2)]
  const middle = b - a
  const z = looks === 1 ? once : quantileBeyond(0.025 / looks)
  const half = z * Math.sqrt((a + b - middle ** 2) / (pairs + 2))
  return [Math.max(-1, middle - half), Math.min(1, middle + half)]
}

/** The quantile of the normal distribution that is exceeded with this chance, to three decimals (Abramowitz and Stegun 26.2.23). */
function quantileBeyond(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance))
  const [above, below] = [
    2.515517 + 0.802853 * t + 0.010328 * t ** 2,
    1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3,
  ]
  return t - above / below
}
