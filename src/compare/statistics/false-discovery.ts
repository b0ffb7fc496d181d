/**
 * Which of these chances are taken for findings so that, over many comparisons, at most `rate` of what is found is chance (Y. Benjamini
 * and Y. Hochberg, Journal of the Royal Statistical Society B 57, 1995): of all that could be taken from the rarest on, the most whose last
 * is no more frequent than that share of them. Gives their places, the rarest first. It holds where the chances of what is equal are
 * independent of each other.
 */
export function selectAtRate(chances: readonly number[], rate: number): number[] {
  const order = chances.map((_, index) => index).sort((one, other) => (chances[one] ?? 1) - (chances[other] ?? 1))
  const last = order.findLastIndex((index, rank) => (chances[index] ?? 1) <= (rate * (rank + 1)) / chances.length)
  return order.slice(0, last + 1)
}
