import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { CallsExpectation } from '../../suite/language/calls-expectation.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import { type CallsInView, evaluateNever, fittingCalls, forbid, narrowView, seen } from './fitting-calls.ts'
import { match } from './match.ts'
import { matchCall, orderMismatches, unknownTime } from './match-call.ts'
import { type CallOutcome, type Mismatch, mismatch, type Outcome } from './outcome.ts'

/** Judges the tool calls of a turn. Negative conditions look at all calls, whatever else is expected. */
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

/** Records which expectation the outcomes come from. */
function attribute(outcomes: CallOutcome[], by: string): CallOutcome[] {
  for (const outcome of outcomes) outcome.by = by
  return outcomes
}

/** The same for outcomes that correspond to the members of a list, in its order. */
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

/**
 * Calls that must occur, in order or in any order; others are tolerated. Calls counted by one row (`times`) have no
 * place of their own in any order; in order, all of them must stand where the row does.
 */
function evaluateListed(
  expected: readonly CallExpectation[],
  view: CallsInView,
  order: 'in order' | 'any order',
  list: string,
): CallOutcome[] {
  const align = order === 'in order' ? alignInOrder : alignAnyOrder
  const named = (outcome: CallOutcome, row: number): CallOutcome => Object.assign(outcome, { by: `${list}[${row}]` })
  if (expected.every(({ times }) => times === undefined)) return assignCalls(expected, view, align).map(named)
  const counts = expected.map((each) => (each.times === undefined ? null : evaluateTimes(each, each.times, view)))
  const places = expected.flatMap((each, row): Place[] => {
    const count = counts[row] ?? null
    if (count === null) return [{ row, each }]
    const isPlaced = order === 'in order' && count.outcome.verdict === 'passed'
    return isPlaced ? count.counted.map((call) => ({ row, each, call })) : []
  })
  const found = assignCalls(
    places.map(({ each }) => each),
    view,
    align,
    { only: places.map(({ call }) => call) },
  )
  const misplaced = places.flatMap(({ row, call }, index) =>
    call !== undefined && found[index]?.verdict === 'failed' ? [row] : [],
  )
  return [
    ...found.flatMap((outcome, index) => {
      const place = places[index]
      return place === undefined || place.call !== undefined ? [] : [named(outcome, place.row)]
    }),
    ...counts.flatMap((count, row) => {
      if (count === null) return []
      return [named(misplaced.includes(row) ? misplace(count.outcome) : count.outcome, row)]
    }),
  ]
}

/** A position in the list: that of an expectation, or of one call that the expectation counts. */
interface Place {
  row: number
  each: CallExpectation
  call?: ToolCall
}

/**
 * Fails a count whose number is right, but whose calls do not all lie between what is listed before and after them.
 */
function misplace(outcome: CallOutcome & { kind: 'call count' }): CallOutcome {
  const expected = 'all of them at this place of the list'
  return { ...outcome, verdict: 'failed', mismatches: [mismatch(outcome.at, 'order', expected, 'others between')] }
}

/** How many calls match, and which of them do so for certain. */
interface CountedCalls {
  outcome: CallOutcome & { kind: 'call count' }
  counted: readonly ToolCall[]
}

/**
 * `times`: how many calls meet the other conditions. Each of them must keep to `before` and `after`, and succeed unless
 * `is_error` says otherwise.
 */
function evaluateTimes(expected: CallExpectation, times: Matcher, view: CallsInView): CountedCalls {
  const { sure, unsure } = fittingCalls(expected, view)
  const what = `the number of calls of ${expected.name}`
  const { verdict, mismatches: miscounted } = judgeCount(times, sure.length, unsure.length, what)
  const wrong = [
    ...(verdict === 'failed' ? miscounted : []),
    ...(verdict === 'failed' && sure.length === 0 ? nearest(expected, view.calls) : []),
    ...sure.flatMap((call) => [...matchCall(expected, call), ...orderMismatches(expected, call, view.turn)]),
  ]
  const unknown =
    verdict === 'not judged' ? unsure.slice(0, 1).flatMap((call) => notKnown(expected, call, view, times)) : []
  const mismatches = wrong.length > 0 ? wrong : unknown
  return {
    outcome: {
      kind: 'call count',
      verdict: wrong.length > 0 ? 'failed' : verdict,
      at: mismatches[0]?.at ?? times.at,
      name: expected.name,
      mismatches,
      made: view.calls.map(seen),
      counted: sure.map(({ index }) => index),
    },
    counted: sure,
  }
}

/** `count`: how many calls there are at all. */
function evaluateCount(count: Matcher, { calls, phase, unphased }: CallsInView): CallOutcome {
  const judged = judgeCount(count, calls.length, unphased.length, 'the number of calls')
  const unknown = judged.verdict === 'not judged' ? [mismatch(count.at, 'phase', phase ?? '', undefined)] : []
  const mismatches = [...judged.mismatches, ...unknown]
  return { kind: 'call count', verdict: judged.verdict, at: count.at, name: null, mismatches, made: calls.map(seen) }
}

/** Judges a number known only to lie between the calls that certainly count and all that may count. */
function judgeCount(
  count: Matcher,
  sure: number,
  unsure: number,
  what: string,
): { verdict: 'passed' | 'failed' | 'not judged'; mismatches: Mismatch[] } {
  const tries = Array.from({ length: unsure + 1 }, (_, more) => match(count, sure + more, what))
  if (tries.every((misses) => misses.length === 0)) return { verdict: 'passed', mismatches: [] }
  if (tries.some((misses) => misses.length === 0)) return { verdict: 'not judged', mismatches: [] }
  return { verdict: 'failed', mismatches: tries[0] ?? [] }
}

/** Why it is unknown whether a call counts: its time, its phase or a member is missing. */
function notKnown(expected: CallExpectation, call: ToolCall, { phase }: CallsInView, times: Matcher): Mismatch[] {
  const untimed = unknownTime(expected, call)
  if (untimed.length > 0) return untimed
  const [missed] = matchCall(expected, call).filter(({ path }) => path !== 'phase')
  if (missed !== undefined) return [missed]
  return [mismatch(expected.phase?.at ?? times.at, 'phase', expected.phase?.value ?? phase ?? '', undefined)]
}

/** Why no call of that name counts: the mismatches of the closest one. */
function nearest(expected: CallExpectation, calls: readonly ToolCall[]): Mismatch[] {
  const attempts = calls.filter(({ name }) => name === expected.name).map((call) => matchCall(expected, call))
  return attempts.sort((one, two) => one.length - two.length)[0] ?? []
}
