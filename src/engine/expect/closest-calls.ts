import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { Assignment } from './align-calls.ts'
import type { Mismatch } from './mismatch.ts'

/**
 * For each expectation that got no call the free call of its name that comes closest, by the number of its mismatches.
 * The closest pair is taken first, so that the order of the expectations does not decide. Only for show: a closest call
 * never changes a verdict.
 */
export function closestCalls(
  expected: readonly CallExpectation[],
  calls: readonly ToolCall[],
  assignment: Assignment,
  misses: (row: number, column: number) => readonly Mismatch[] | null,
): Assignment {
  const closest: Assignment = expected.map(() => null)
  if (assignment.length === expected.length && !assignment.includes(null)) return closest
  const free = new Set(calls.keys())
  for (const column of assignment) if (column !== null) free.delete(column)
  const pairs = expected.flatMap((_, row) =>
    (assignment[row] ?? null) === null
      ? [...free].flatMap((column) => {
          const cost = misses(row, column)?.length
          return cost === undefined ? [] : [{ row, column, cost }]
        })
      : [],
  )
  for (const { row, column } of pairs.sort((one, two) => one.cost - two.cost)) {
    if (closest[row] !== null || !free.delete(column)) continue
    closest[row] = column
  }
  return closest
}
