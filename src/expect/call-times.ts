import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { seen } from './assign-calls.ts'
import { match } from './match.ts'
import { matchCall } from './match-call.ts'
import type { Outcome } from './outcome.ts'

/** `times`: how many calls of the turn match. */
export function evaluateTimes(expected: readonly CallExpectation[], calls: readonly ToolCall[]): Outcome[] {
  return expected.flatMap((each): Outcome[] => {
    if (each.times === undefined) return []
    const found = calls.filter((call) => matchCall(each, call).length === 0)
    const mismatches = match(each.times, found.length, `the number of calls of ${each.name}`)
    const verdict = mismatches.length === 0 ? 'passed' : 'failed'
    return [{ kind: 'call count', verdict, at: each.times.at, name: each.name, mismatches, made: calls.map(seen) }]
  })
}
