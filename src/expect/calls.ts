import type { CallExpectation } from '../script/call-expectation.ts'
import type { CallsExpectation } from '../script/calls-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls, seen } from './assign-calls.ts'
import { evaluateTimes } from './call-times.ts'
import { match } from './match.ts'
import { matchCall } from './match-call.ts'
import type { Outcome } from './outcome.ts'

/** The tool calls of a turn. Negatives look at all of them, whatever else is expected. */
export function evaluateCalls(expected: CallsExpectation, calls: readonly ToolCall[]): Outcome[] {
  const { at, none, inOrder, exactly, anyOrder, never, reference, count, pre, during, post } = expected
  const outcomes: Outcome[] = []
  if (none !== undefined) outcomes.push(...forbid('none', at, calls))
  if (inOrder !== undefined) {
    outcomes.push(
      ...assignCalls(
        inOrder.filter(({ times }) => times === undefined),
        calls,
        alignInOrder,
      ).outcomes,
      ...evaluateTimes(inOrder, calls),
    )
  }
  if (exactly !== undefined) {
    const { outcomes: assigned, extra } = assignCalls(exactly, calls, alignInOrder)
    outcomes.push(...assigned, ...extra.flatMap((call) => forbid('exactly', at, [call])))
  }
  if (anyOrder !== undefined) {
    outcomes.push(
      ...assignCalls(
        anyOrder.filter(({ times }) => times === undefined),
        calls,
        alignAnyOrder,
      ).outcomes,
      ...evaluateTimes(anyOrder, calls),
    )
  }
  for (const call of never ?? []) {
    const found = calls.filter((each) => isForbidden(call, each))
    outcomes.push(...forbid('never', call.at, found))
  }
  if (reference !== undefined) {
    outcomes.push(
      ...assignCalls(reference, calls, alignInOrder).outcomes.map(
        (outcome): Outcome => ({ ...outcome, verdict: 'reference' }),
      ),
    )
  }
  if (count !== undefined) {
    const mismatches = match(count, calls.length, 'the number of calls')
    outcomes.push({
      kind: 'call count',
      verdict: mismatches.length === 0 ? 'passed' : 'failed',
      at: count.at,
      name: null,
      mismatches,
      made: calls.map(seen),
    })
  }
  for (const [phase, narrowed] of Object.entries({ pre, during, post })) {
    if (narrowed !== undefined)
      outcomes.push(
        ...evaluateCalls(
          narrowed,
          calls.filter((call) => call.phase === phase),
        ),
      )
  }
  return outcomes
}

/** A forbidden call is forbidden whether the tool succeeds or not, unless the script says which. */
function isForbidden(expected: CallExpectation, call: ToolCall): boolean {
  return matchCall(expected, call).every(({ path }) => path === 'is_error' && expected.isError === undefined)
}

function forbid(rule: 'never' | 'none' | 'exactly', at: Outcome['at'], found: readonly ToolCall[]): Outcome[] {
  if (found.length === 0) return [{ kind: 'unexpected call', verdict: 'passed', at, rule, call: null }]
  return found.map((call): Outcome => ({ kind: 'unexpected call', verdict: 'failed', at, rule, call: seen(call) }))
}
