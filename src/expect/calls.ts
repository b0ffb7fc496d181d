import type { CallExpectation } from '../script/call-expectation.ts'
import type { CallsExpectation } from '../script/calls-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import { evaluateTimes } from './call-times.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { evaluateNever, forbid } from './forbidden-calls.ts'
import { match } from './match.ts'
import type { Outcome } from './outcome.ts'

/** The tool calls of a turn. Negatives look at all of them, whatever else is expected. */
export function evaluateCalls(
  expected: CallsExpectation,
  calls: readonly ToolCall[],
  turn: readonly ToolCall[] = calls,
  phase?: string,
): Outcome[] {
  const { at, none, inOrder = [], exactly, anyOrder = [], never = [], reference = [], count } = expected
  const view: CallsInView = { calls, turn, ...(phase === undefined ? {} : { phase }) }
  return [
    ...(none === undefined ? [] : forbid('none', at, calls)),
    ...evaluateListed(inOrder, view, alignInOrder),
    ...(exactly === undefined ? [] : evaluateExactly(exactly, at, view)),
    ...evaluateListed(anyOrder, view, alignAnyOrder),
    ...never.flatMap((call) => evaluateNever(call, view)),
    ...assignCalls(reference, view, alignInOrder).outcomes.map(toReference),
    ...(count === undefined ? [] : evaluateCount(count, calls)),
    ...evaluatePhases(expected, view),
  ]
}

/** Calls that have to be there; others are tolerated. One with `times` is counted instead of given a place. */
function evaluateListed(
  expected: readonly CallExpectation[],
  view: CallsInView,
  align: typeof alignInOrder,
): Outcome[] {
  return [
    ...assignCalls(
      expected.filter(({ times }) => times === undefined),
      view,
      align,
    ).outcomes,
    ...evaluateTimes(expected, view),
  ]
}

/** The listed calls in their order and no others. */
function evaluateExactly(expected: readonly CallExpectation[], at: Outcome['at'], view: CallsInView): Outcome[] {
  const { outcomes, extra } = assignCalls(expected, view, alignInOrder)
  return [...outcomes, ...extra.flatMap((call) => forbid('exactly', at, [call]))]
}

function toReference(outcome: Outcome): Outcome {
  return { ...outcome, verdict: 'reference' }
}

function evaluateCount(count: NonNullable<CallsExpectation['count']>, calls: readonly ToolCall[]): Outcome[] {
  const mismatches = match(count, calls.length, 'the number of calls')
  const verdict = mismatches.length === 0 ? 'passed' : 'failed'
  return [{ kind: 'call count', verdict, at: count.at, name: null, mismatches, made: calls.map(seen) }]
}

function evaluatePhases({ pre, during, post }: CallsExpectation, { calls, turn }: CallsInView): Outcome[] {
  return Object.entries({ pre, during, post }).flatMap(([phase, narrowed]) => {
    if (narrowed === undefined) return []
    const inPhase = calls.filter((call) => call.phase === phase)
    return evaluateCalls(narrowed, inPhase, turn, phase)
  })
}
