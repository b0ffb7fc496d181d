import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { CallsExpectation } from '../../suite/language/calls-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import { evaluateCount } from './call-times.ts'
import { type CallsInView, narrowView } from './calls-in-view.ts'
import { evaluateNever, forbid } from './forbidden-calls.ts'
import { evaluateListed } from './listed-calls.ts'
import type { CallOutcome, Outcome } from './outcome.ts'

/** The tool calls of a turn. Negatives look at all of them, whatever else is expected. */
export function evaluateCalls(expected: CallsExpectation, calls: readonly ToolCall[]): CallOutcome[] {
  return evaluateInView(expected, { calls, turn: calls, unphased: [] })
}

function evaluateInView(expected: CallsExpectation, view: CallsInView): CallOutcome[] {
  const { at, none, inOrder = [], exactly, anyOrder = [], never = [], reference = [], count } = expected
  const list = view.phase === undefined ? 'calls' : `calls.${view.phase}`
  const outcomes: CallOutcome[] = []
  if (none !== undefined) outcomes.push(...attribute(forbid('none', at, view.calls, view.unphased), `${list}.none`))
  if (inOrder.length > 0) outcomes.push(...evaluateListed(inOrder, view, 'in order', list))
  if (exactly !== undefined) outcomes.push(...evaluateExactly(exactly, at, view, `${list}.exactly`))
  if (anyOrder.length > 0) outcomes.push(...evaluateListed(anyOrder, view, 'any order', `${list}.any order`))
  for (const [row, call] of never.entries())
    outcomes.push(...attribute(evaluateNever(call, view), `${list}.never[${row}]`))
  if (reference.length > 0)
    outcomes.push(...number(assignCalls(reference, view, alignInOrder), `${list}.reference`).map(toReference))
  if (count !== undefined) outcomes.push(...attribute([evaluateCount(count, view)], `${list}.count`))
  outcomes.push(...evaluatePhases(expected, view))
  return outcomes
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
  const listed = number(assignCalls(expected, view, alignInOrder, { extra }), list)
  const others = forbid('exactly', at, extra, view.unphased).filter(({ verdict }) => verdict !== 'passed')
  return [...listed, ...attribute(others, list)]
}

function toReference(outcome: CallOutcome): CallOutcome {
  return { ...outcome, verdict: 'reference' }
}

function evaluatePhases({ pre, during, post }: CallsExpectation, view: CallsInView): CallOutcome[] {
  if (pre === undefined && during === undefined && post === undefined) return []
  return Object.entries({ pre, during, post }).flatMap(([phase, narrowed]) =>
    narrowed === undefined ? [] : evaluateInView(narrowed, narrowView(view, phase)),
  )
}
