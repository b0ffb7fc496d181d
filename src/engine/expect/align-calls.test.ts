import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assignment, alignAnyOrder, alignInOrder } from './align-calls.ts'

const matrices = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
  fc.record({
    rows: fc.constant(rows),
    columns: fc.constant(columns),
    cells: fc.array(fc.boolean(), { minLength: rows * columns, maxLength: rows * columns }),
  }),
)

const columnsOf = (assignment: Assignment): number[] => assignment.filter((column) => column !== null)

/** The most rows that can be satisfied, by brute force. */
function most(rows: number, columns: number, fits: (row: number, column: number) => boolean, ordered: boolean): number {
  const walk = (row: number, used: number[]): number => {
    if (row === rows) return used.length
    const free = Array.from({ length: columns }, (_, column) => column).filter(
      (column) => !used.includes(column) && fits(row, column) && (!ordered || used.every((each) => each < column)),
    )
    return Math.max(walk(row + 1, used), ...free.map((column) => walk(row + 1, [...used, column])))
  }
  return walk(0, [])
}

describe.each([
  { name: 'alignInOrder', align: alignInOrder, ordered: true },
  { name: 'alignAnyOrder', align: alignAnyOrder, ordered: false },
])('$name', ({ align, ordered }) => {
  it('is as good as trying everything, uses each call once, and only where it fits', () => {
    fc.assert(
      fc.property(matrices, ({ rows, columns, cells }) => {
        const fits = (row: number, column: number): boolean => cells[row * columns + column] === true
        const assignment = align(rows, columns, fits)
        const used = columnsOf(assignment)
        expect(used.length).toBe(most(rows, columns, fits, ordered))
        expect(new Set(used).size).toBe(used.length)
        expect(assignment.every((column, row) => column === null || fits(row, column))).toBe(true)
        if (ordered) expect(used).toEqual([...used].sort((a, b) => a - b))
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})

/** The best result by brute force: first the most rows, then the most certain ones. */
function best(
  rows: number,
  columns: number,
  worth: (row: number, column: number) => number,
  ordered: boolean,
): [number, number] {
  const walk = (row: number, used: number[], sure: number): [number, number] => {
    if (row === rows) return [used.length, sure]
    const free = Array.from({ length: columns }, (_, column) => column).filter(
      (column) => !used.includes(column) && worth(row, column) > 0 && (!ordered || used.every((each) => each < column)),
    )
    const ways = [
      walk(row + 1, used, sure),
      ...free.map((column) => walk(row + 1, [...used, column], sure + (worth(row, column) > 1 ? 1 : 0))),
    ]
    return ways.reduce((one, other) => (other[0] > one[0] || (other[0] === one[0] && other[1] > one[1]) ? other : one))
  }
  return walk(0, [], 0)
}

const weighed = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
  fc.record({
    rows: fc.constant(rows),
    columns: fc.constant(columns),
    cells: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: rows * columns, maxLength: rows * columns }),
  }),
)

it.each([
  { name: 'in order', align: alignInOrder, ordered: true },
  { name: 'in any order', align: alignAnyOrder, ordered: false },
])('$name: as many as can be, and among those as many for sure as can be', ({ align, ordered }) => {
  fc.assert(
    fc.property(weighed, ({ rows, columns, cells }) => {
      const worth = (row: number, column: number): number => cells[row * columns + column] ?? 0
      const assignment = align(
        rows,
        columns,
        (row, column) => worth(row, column) > 0,
        (row, column) => worth(row, column) > 1,
      )
      const sure = assignment.filter((column, row) => column !== null && worth(row, column) > 1).length
      expect([columnsOf(assignment).length, sure]).toEqual(best(rows, columns, worth, ordered))
      expect(new Set(columnsOf(assignment)).size).toBe(columnsOf(assignment).length)
    }),
    { seed: 13, numRuns: 300 },
  )
})

/** 2 marks a certain pair, 1 one in doubt, by row. The cheaper path goes back over pairs assigned in doubt. */
it.each([
  ['three', ['111', '110', '221'], [3, 1]],
  ['four', ['2011', '1121', '2110', '0212'], [4, 3]],
] as const)('in any order: gives up pairs in doubt for pairs that are sure: %s', (_, rows, [count, least]) => {
  const worth = (row: number, column: number): number => Number(rows[row]?.[column] ?? 0)
  const alignment = alignAnyOrder(
    rows.length,
    rows.length,
    (row, column) => worth(row, column) > 0,
    (row, column) => worth(row, column) > 1,
  )
  const sure = alignment.filter((column, row) => column !== null && worth(row, column) > 1).length
  expect([columnsOf(alignment).length, sure]).toEqual([count, least])
  expect(best(rows.length, rows.length, worth, false)).toEqual([count, least])
})

it('any order: the order of the expectations changes nothing', () => {
  fc.assert(
    fc.property(matrices, fc.integer(), ({ rows, columns, cells }, seed) => {
      const order = Array.from({ length: rows }, (_, row) => row).sort(
        (a, b) => ((a * 31 + seed) % 7) - ((b * 31 + seed) % 7),
      )
      const fits = (row: number, column: number): boolean => cells[row * columns + column] === true
      const shuffled = alignAnyOrder(rows, columns, (row, column) => fits(order[row] ?? 0, column))
      expect(columnsOf(shuffled).length).toBe(columnsOf(alignAnyOrder(rows, columns, fits)).length)
    }),
    { seed: 12, numRuns: 300 },
  )
})

it('stays quick for many calls', () => {
  const fits = (row: number, column: number): boolean => (row + column) % 3 === 0
  expect(columnsOf(alignAnyOrder(300, 300, fits)).length).toBe(300)
  expect(columnsOf(alignInOrder(300, 300, (row, column) => row === column)).length).toBe(300)
})
