/**
 * Holm's correction (S. Holm, 1979): what each chance is worth when it is one of many that were looked at, in the order
 * given. Calling all that come out at or below a level is wrong, even once, no more often than that level; whatever
 * is true of the others. Never below the chance itself, and in the same order.
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
