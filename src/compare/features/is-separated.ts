/**
 * Whether two groups of values, equal or not, share none and differ more between them than within. Where each run makes
 * up a value of its own they do not. `whole` demands that neither group varies at all, as for wordings.
 */
export function isSeparated(a: readonly string[], b: readonly string[], whole: boolean): boolean {
  if (a.length === 0 || b.length === 0 || a.some((value) => b.includes(value))) return false
  const varies = differing(a) + differing(b)
  if (whole || varies === 0) return varies === 0
  return varies < pairs(a) + pairs(b)
}

function pairs({ length }: readonly string[]): number {
  return (length * (length - 1)) / 2
}

/** The pairs within a group whose values differ. */
function differing(values: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce((rest, count) => rest - (count * (count - 1)) / 2, pairs(values))
}
