/**
 * Selects p-values as findings so that, over many comparisons, at most the share `rate` of the findings is due
 * to chance (Y. Benjamini and Y. Hochberg, Journal of the Royal Statistical Society B 57, 1995): it takes the
 * most, smallest first, such that the last one taken is at most `rate` times their share of all. Returns their
 * indexes, the smallest p-value first. It holds where the p-values of equal sides are independent of each
 * other.
 */
export function selectAtRate(chances: readonly number[], rate: number): number[] {
  const order = chances.map((_, index) => index).sort((one, other) => (chances[one] ?? 1) - (chances[other] ?? 1))
  const last = order.findLastIndex((index, rank) => (chances[index] ?? 1) <= (rate * (rank + 1)) / chances.length)
  return order.slice(0, last + 1)
}
