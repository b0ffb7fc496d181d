/**
 * Holm's correction (S. Holm, 1979): adjusts p-values that are among several tested, in the order given. Calling every
 * adjusted value at or below a level is wrong, even once, no more often than that level, whatever is true of the
 * others. An adjusted value is never below the original, and the order is preserved.
 */
export function adjustByHolm(chances: readonly number[]): number[] {
  const adjusted = [...chances]
  const order = [...chances.keys()].sort((one, other) => (chances[one] ?? 0) - (chances[other] ?? 0))
  let atLeast = 0
  for (const [rank, index] of order.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, (chances.length - rank) * (chances[index] ?? 0)))
    adjusted[index] = atLeast
  }
  return adjusted
}
