import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { alignInOrder } from './align-calls.ts'
import { orderMismatches } from './call-order.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { closestCalls } from './closest-calls.ts'
import { matchCall, unknownTime } from './match-call.ts'
import type { Mismatch } from './mismatch.ts'
import type { Outcome } from './outcome.ts'

/** An outcome for each expected call, and the calls that none of them took, not even as the closest. */
export interface Assigned {
  outcomes: Outcome[]
  extra: ToolCall[]
}

/** Gives each expectation its call by the alignment; one that gets none is shown beside the closest free call of its name. */
export function assignCalls(
  expected: readonly CallExpectation[],
  { calls, turn, phase }: CallsInView,
  align: typeof alignInOrder,
): Assigned {
  const misses = expected.map((each) =>
    calls.map((call) => (call.name === each.name ? holdAgainst(each, call, turn) : null)),
  )
  const assignment = align(expected.length, calls.length, (row, column) => misses[row]?.[column]?.length === 0)
  const nearest = closestCalls(expected, calls, assignment, (row, column) => misses[row]?.[column] ?? [])
  const taken = new Set([...assignment, ...nearest])
  const narrowed = phase === undefined ? {} : { inPhase: phase }
  const outcomes = expected.map((each, row): Outcome => {
    const { name, at } = each
    const call = calls[assignment[row] ?? -1]
    if (call !== undefined) return judgeFound(each, call)
    const column = nearest[row] ?? -1
    const mismatches = misses[row]?.[column] ?? []
    const place = mismatches[0]?.at ?? at
    const near = calls[column]
    const closest = near === undefined ? null : seen(near)
    return { kind: 'call', verdict: 'failed', at: place, name, closest, mismatches, made: turn.map(seen), ...narrowed }
  })
  return { outcomes, extra: calls.filter((_, column) => !taken.has(column)) }
}

/** All that a call of the right name misses. */
function holdAgainst(expected: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): Mismatch[] {
  return [...matchCall(expected, call), ...orderMismatches(expected, call, turn)]
}

function judgeFound(expected: CallExpectation, call: ToolCall): Outcome {
  const mismatches = unknownTime(expected, call)
  const verdict = mismatches.length === 0 ? 'passed' : 'not judged'
  const at = mismatches[0]?.at ?? expected.at
  return { kind: 'call', verdict, at, name: expected.name, closest: seen(call), mismatches, made: [] }
}
