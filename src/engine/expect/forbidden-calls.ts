import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { fittingCalls } from './call-fit.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { exactly, turn } from './fold-text.ts'
import type { CallOutcome, Outcome } from './outcome.ts'

/** No call of the whole turn may match, whether the tool succeeds or not, unless the script says which. */
export function evaluateNever(expected: CallExpectation, view: CallsInView): CallOutcome[] {
  const { sure, unsure } = fittingCalls(expected, view, turn(exactly))
  const placed = (call: ToolCall): boolean => isPlaced(expected, call, view.turn)
  return forbid('never', expected.at, sure.filter(placed), unsure.filter(placed))
}

/**
 * One failed outcome for each call that must not be there, or one that passed. Where calls only may be such ones, there is
 * one for each of them, and none is judged.
 */
export function forbid(
  rule: 'never' | 'none' | 'exactly',
  at: Outcome['at'],
  found: readonly ToolCall[],
  unsure: readonly ToolCall[] = [],
): CallOutcome[] {
  const outcome = (verdict: CallOutcome['verdict'], call: ToolCall | null): CallOutcome => ({
    kind: 'unexpected call',
    verdict,
    at,
    rule,
    call: call === null ? null : seen(call),
  })
  if (found.length > 0) return found.map((call) => outcome('failed', call))
  return unsure.length > 0 ? unsure.map((call) => outcome('not judged', call)) : [outcome('passed', null)]
}

/** Never before another means: that one has to come first, even if it never comes. Never after: not once it has come. */
function isPlaced({ before = [], after = [] }: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): boolean {
  const cameEarlier = (tool: string): boolean => turn.some(({ name, index }) => name === tool && index < call.index)
  return before.every(({ value }) => !cameEarlier(value)) && after.every(({ value }) => cameEarlier(value))
}
