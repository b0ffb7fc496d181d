import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { alignInOrder } from './align-calls.ts'
import { orderMismatches } from './call-order.ts'
import { matchCall } from './match-call.ts'
import type { Mismatch } from './mismatch.ts'
import type { CallSeen, Outcome } from './outcome.ts'

/** An outcome for each expected call, and the calls that none of them took, not even as the closest. */
export interface Assigned {
  outcomes: Outcome[]
  extra: ToolCall[]
}

/** Gives each expectation its call by the alignment; one that gets none is shown beside the closest free call of its name. */
export function assignCalls(
  expected: readonly CallExpectation[],
  calls: readonly ToolCall[],
  align: typeof alignInOrder,
): Assigned {
  const misses = expected.map((each) =>
    calls.map((call) => [...matchCall(each, call), ...orderMismatches(each, call, calls)]),
  )
  const assignment = align(expected.length, calls.length, (row, column) => misses[row]?.[column]?.length === 0)
  const free = new Set(calls.keys())
  for (const column of assignment) if (column !== null) free.delete(column)
  const made = calls.map(seen)
  const outcomes = expected.map((each, row): Outcome => {
    if ((assignment[row] ?? null) !== null)
      return { kind: 'call', verdict: 'passed', at: each.at, name: each.name, closest: null, mismatches: [], made: [] }
    const column = closestOf(each, calls, misses[row] ?? [], free)
    if (column === null)
      return { kind: 'call', verdict: 'failed', at: each.at, name: each.name, closest: null, mismatches: [], made }
    free.delete(column)
    const mismatches = misses[row]?.[column] ?? []
    const closest = made[column] ?? null
    return {
      kind: 'call',
      verdict: 'failed',
      at: mismatches[0]?.at ?? each.at,
      name: each.name,
      closest,
      mismatches,
      made,
    }
  })
  return { outcomes, extra: [...free].flatMap((column) => calls[column] ?? []) }
}

/** A call as outcomes show it. */
export function seen({ name, phase, arguments: given }: ToolCall): CallSeen {
  return { name, phase, arguments: given }
}

/** The free call of the same name with the fewest mismatches; the first of equals. */
function closestOf(
  { name }: CallExpectation,
  calls: readonly ToolCall[],
  misses: readonly Mismatch[][],
  free: ReadonlySet<number>,
): number | null {
  const candidates = [...free].filter((column) => calls[column]?.name === name)
  const cost = (column: number): number => misses[column]?.length ?? 0
  return candidates.reduce<number | null>(
    (best, column) => (best === null || cost(column) < cost(best) ? column : best),
    null,
  )
}
