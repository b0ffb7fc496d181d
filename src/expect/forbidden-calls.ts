import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { matchCall } from './match-call.ts'
import type { CallOutcome, Outcome } from './outcome.ts'

/** No call of the whole turn may match. */
export function evaluateNever(expected: CallExpectation, { calls, turn }: CallsInView): CallOutcome[] {
  const found = calls.filter((call) => isForbidden(expected, call, turn))
  return forbid('never', expected.at, found)
}

/** One failed outcome for each call that must not be there, or one that passed. */
export function forbid(
  rule: 'never' | 'none' | 'exactly',
  at: Outcome['at'],
  found: readonly ToolCall[],
): CallOutcome[] {
  if (found.length === 0) return [{ kind: 'unexpected call', verdict: 'passed', at, rule, call: null }]
  return found.map((call): CallOutcome => ({ kind: 'unexpected call', verdict: 'failed', at, rule, call: seen(call) }))
}

/** A forbidden call is forbidden whether the tool succeeds or not, unless the script says which. */
function isForbidden(expected: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): boolean {
  const misses = matchCall(expected, call)
  return (
    misses.every(({ path }) => path === 'is_error' && expected.isError === undefined) && isPlaced(expected, call, turn)
  )
}

/** Never before another means: that one has to come first, even if it never comes. Never after: not once it has come. */
function isPlaced({ before = [], after = [] }: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): boolean {
  const cameEarlier = (tool: string): boolean => turn.some(({ name, index }) => name === tool && index < call.index)
  return before.every(({ value }) => !cameEarlier(value)) && after.every(({ value }) => cameEarlier(value))
}
