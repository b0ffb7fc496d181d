type Assignment = (number | null)[]
type Fits = (row: number, column: number) => boolean

/**
 * A maximum assignment that takes as few unsure pairs as can be: one cheapest augmenting path after the other. Asked for
 * only where some pairs are unsure, which is rare.
 */
export function alignCheapest(rows: number, columns: number, fits: Fits, isSure: Fits): Assignment {
  const given: Assignment = Array.from({ length: rows }, () => null)
  const owner: Assignment = Array.from({ length: columns }, () => null)
  const cost = (row: number, column: number): number => (isSure(row, column) ? 0 : 1)
  for (;;) {
    const { reached, cameFrom } = explore(given, owner, fits, cost)
    const free = owner.flatMap((row, column) => (row === null && reached[column] !== undefined ? [column] : []))
    const [first, ...others] = free
    if (first === undefined) return given
    const end = others.reduce((best, each) => ((reached[each] ?? 0) < (reached[best] ?? 0) ? each : best), first)
    for (let column: number | null = end; column !== null; ) {
      const row: number = cameFrom[column] ?? 0
      const before: number | null = given[row] ?? null
      given[row] = column
      owner[column] = row
      column = before
    }
  }
}

/** The cost at which each call can be reached from an expectation without one, and the expectation it is reached from. */
function explore(
  given: Assignment,
  owner: Assignment,
  fits: Fits,
  cost: (row: number, column: number) => number,
): { reached: (number | undefined)[]; cameFrom: (number | undefined)[] } {
  const away: number[] = given.map((column) => (column === null ? 0 : Number.POSITIVE_INFINITY))
  const reached: (number | undefined)[] = owner.map(() => undefined)
  const cameFrom: (number | undefined)[] = owner.map(() => undefined)
  for (let changed = true; changed; ) {
    changed = false
    for (const [row, distance] of away.entries()) {
      if (distance === Number.POSITIVE_INFINITY) continue
      for (const [column, holder] of owner.entries()) {
        if (holder === row || !fits(row, column)) continue
        const further = distance + cost(row, column)
        if (further >= (reached[column] ?? Number.POSITIVE_INFINITY)) continue
        reached[column] = further
        cameFrom[column] = row
        if (holder !== null) away[holder] = further - cost(holder, column)
        changed = true
      }
    }
  }
  return { reached, cameFrom }
}
