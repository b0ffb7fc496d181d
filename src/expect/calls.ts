import type { CallExpectation } from '../script/call-expectation.ts'
import type { CallsExpectation } from '../script/calls-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import { evaluateTimes } from './call-times.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { evaluateNever, forbid } from './forbidden-calls.ts'
import { match } from './match.ts'
import type { CallOutcome, Outcome } from './outcome.ts'

/** The tool calls of a turn. Negatives look at all of them, whatever else is expected. */
export function evaluateCalls(
  expected: CallsExpectation,
  calls: readonly ToolCall[],
  turn: readonly ToolCall[] = calls,
  phase?: string,
): CallOutcome[] {
  const { at, none, inOrder = [], exactly, anyOrder = [], never = [], reference = [], count } = expected
  const view: CallsInView = { calls, turn, ...(phase === undefined ? {} : { phase }) }
  const list = phase === undefined ? 'calls' : `calls.${phase}`
  const outcomes: CallOutcome[] = []
  if (none !== undefined) outcomes.push(...attribute(forbid('none', at, calls), `${list}.none`))
  outcomes.push(...evaluateListed(inOrder, view, alignInOrder, list))
  if (exactly !== undefined) outcomes.push(...evaluateExactly(exactly, at, view, `${list}.exactly`))
  outcomes.push(...evaluateListed(anyOrder, view, alignAnyOrder, `${list}.any order`))
  for (const [row, call] of never.entries())
    outcomes.push(...attribute(evaluateNever(call, view), `${list}.never[${row}]`))
  if (reference.length > 0)
    outcomes.push(...number(assignCalls(reference, view, alignInOrder), `${list}.reference`).map(toReference))
  if (count !== undefined) outcomes.push(...attribute(evaluateCount(count, calls), `${list}.count`))
  outcomes.push(...evaluatePhases(expected, view))
  return outcomes
}

/** Calls that have to be there; others are tolerated. One with `times` is counted instead of given a place. */
function evaluateListed(
  expected: readonly CallExpectation[],
  view: CallsInView,
  align: typeof alignInOrder,
  list: string,
): CallOutcome[] {
  if (expected.length === 0) return []
  const counted = expected.filter(({ times }) => times !== undefined)
  if (counted.length === 0) return number(assignCalls(expected, view, align), list)
  const rows = [...expected.entries()]
  const placed = rows.filter(([, { times }]) => times === undefined)
  const outcomes = assignCalls(
    placed.map(([, each]) => each),
    view,
    align,
  )
  return [
    ...outcomes.flatMap((outcome, index) => attribute([outcome], `${list}[${placed[index]?.[0]}]`)),
    ...rows.flatMap(([row, each]) => attribute(evaluateTimes([each], view), `${list}[${row}]`)),
  ]
}

/** Notes which expectation outcomes come from. */
function attribute(outcomes: CallOutcome[], by: string): CallOutcome[] {
  for (const outcome of outcomes) outcome.by = by
  return outcomes
}

/** The same for outcomes that are one for each member of a list, in its order. */
function number(outcomes: CallOutcome[], list: string): CallOutcome[] {
  for (const [row, outcome] of outcomes.entries()) outcome.by = `${list}[${row}]`
  return outcomes
}

/** The listed calls in their order and no others. */
function evaluateExactly(
  expected: readonly CallExpectation[],
  at: Outcome['at'],
  view: CallsInView,
  list: string,
): CallOutcome[] {
  const extra: ToolCall[] = []
  return [
    ...number(assignCalls(expected, view, alignInOrder, extra), list),
    ...attribute(
      extra.flatMap((call) => forbid('exactly', at, [call])),
      list,
    ),
  ]
}

function toReference(outcome: CallOutcome): CallOutcome {
  return { ...outcome, verdict: 'reference' }
}

function evaluateCount(count: NonNullable<CallsExpectation['count']>, calls: readonly ToolCall[]): CallOutcome[] {
  const mismatches = match(count, calls.length, 'the number of calls')
  const verdict = mismatches.length === 0 ? 'passed' : 'failed'
  return [{ kind: 'call count', verdict, at: count.at, name: null, mismatches, made: calls.map(seen) }]
}

function evaluatePhases({ pre, during, post }: CallsExpectation, { calls, turn }: CallsInView): CallOutcome[] {
  if (pre === undefined && during === undefined && post === undefined) return []
  return Object.entries({ pre, during, post }).flatMap(([phase, narrowed]) => {
    if (narrowed === undefined) return []
    const inPhase = calls.filter((call) => call.phase === phase)
    return evaluateCalls(narrowed, inPhase, turn, phase)
  })
}
