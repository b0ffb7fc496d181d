/** For each expected call the index of the call it got, or null. */
export type Assignment = (number | null)[]

/** Whether expectation `row` holds for call `column`, or certainly holds. */
type Fits = (row: number, column: number) => boolean

const always: Fits = () => true

/** Satisfies the most expectations and, among equals, has the most certain ones: no early choice spoils a later one. */
export function alignInOrder(rows: number, columns: number, fits: Fits, isSure: Fits = always): Assignment {
  const isHeld: Fits = (row, column) => fits(row, column) && isSure(row, column)
  return alignEarliest(rows, columns, isHeld) ?? alignBetweenEnds(rows, columns, { fits, isSure, isHeld })
}

/** Expectations at both ends usually hold: matching them first avoids a table of all pairs and loses nothing. */
function alignBetweenEnds(
  rows: number,
  columns: number,
  { fits, isSure, isHeld }: { fits: Fits; isSure: Fits; isHeld: Fits },
): Assignment {
  const most = Math.min(rows, columns)
  let before = 0
  while (before < most && isHeld(before, before)) before += 1
  let after = 0
  while (after < most - before && isHeld(rows - 1 - after, columns - 1 - after)) after += 1
  const inner = alignBest(
    rows - before - after,
    columns - before - after,
    (row, column) => fits(row + before, column + before),
    (row, column) => isSure(row + before, column + before),
  )
  return [
    ...Array.from({ length: before }, (_, row) => row),
    ...inner.map((column) => (column === null ? null : column + before)),
    ...Array.from({ length: after }, (_, index) => columns - after + index),
  ]
}

/** Gives each row the earliest call that fits: if all rows can be satisfied, this satisfies them. */
function alignEarliest(rows: number, columns: number, fits: Fits): Assignment | null {
  const assignment: Assignment = []
  for (let column = 0; column < columns && assignment.length < rows; column += 1)
    if (fits(assignment.length, column)) assignment.push(column)
  return assignment.length === rows ? assignment : null
}

/** Fills the table for the rest. One more satisfied row outweighs any number of certain ones. */
function alignBest(rows: number, columns: number, fits: Fits, isSure: Fits): Assignment {
  const best = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0
  const taking = (row: number, column: number): number =>
    fits(row, column) ? at(row + 1, column + 1) + rows + 1 + (isSure(row, column) ? 1 : 0) : 0
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const line = best[row]
      if (line !== undefined) line[column] = Math.max(taking(row, column), at(row + 1, column), at(row, column + 1))
    }
  }
  const assignment: Assignment = Array.from({ length: rows }, () => null)
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (fits(row, column) && at(row, column) === taking(row, column)) assignment[row++] = column++
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return assignment
}

/** A maximum assignment with the most certain pairs: the order of expectations never changes how many are satisfied. */
export function alignAnyOrder(rows: number, columns: number, fits: Fits, isSure: Fits = always): Assignment {
  const isHeld: Fits = (row, column) => fits(row, column) && isSure(row, column)
  const sure = alignEarliest(rows, columns, isHeld) ?? alignMost(rows, columns, isHeld)
  return sure.includes(null) && isSure !== always ? alignCheapest(rows, columns, fits, isSure) : sure
}

/** By augmenting paths. */
function alignMost(rows: number, columns: number, fits: Fits): Assignment {
  const owner: Assignment = Array.from({ length: columns }, () => null)
  const augment = (row: number, visited: Set<number>): boolean => {
    for (let column = 0; column < columns; column += 1) {
      if (visited.has(column) || !fits(row, column)) continue
      visited.add(column)
      const current = owner[column] ?? null
      if (current === null || augment(current, visited)) {
        owner[column] = row
        return true
      }
    }
    return false
  }
  for (let row = 0; row < rows; row += 1) augment(row, new Set())
  const assignment: Assignment = Array.from({ length: rows }, () => null)
  for (const [column, row] of owner.entries()) if (row !== null) assignment[row] = column
  return assignment
}

/** Successive cheapest augmenting paths; only needed where some pairs are uncertain, which is rare. */
function alignCheapest(rows: number, columns: number, fits: Fits, isSure: Fits): Assignment {
  const assignment: Assignment = Array.from({ length: rows }, () => null)
  const owner: Assignment = Array.from({ length: columns }, () => null)
  const cost = (row: number, column: number): number => (isSure(row, column) ? 0 : 1)
  for (;;) {
    const { reached, cameFrom } = explore(assignment, owner, fits, cost)
    const free = owner.flatMap((row, column) => (row === null && reached[column] !== undefined ? [column] : []))
    const [first, ...others] = free
    if (first === undefined) return assignment
    const end = others.reduce((best, each) => ((reached[each] ?? 0) < (reached[best] ?? 0) ? each : best), first)
    for (let column: number | null = end; column !== null; ) {
      const row: number = cameFrom[column] ?? 0
      const before: number | null = assignment[row] ?? null
      assignment[row] = column
      owner[column] = row
      column = before
    }
  }
}

/** The cost of reaching each call from an unassigned expectation, and the expectation it is reached from. */
function explore(
  assignment: Assignment,
  owner: Assignment,
  fits: Fits,
  cost: (row: number, column: number) => number,
): { reached: (number | undefined)[]; cameFrom: (number | undefined)[] } {
  const away: number[] = assignment.map((column) => (column === null ? 0 : Number.POSITIVE_INFINITY))
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
