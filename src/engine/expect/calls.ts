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
  const hasPlace = ({ outcome }: CountedCalls): boolean => order === 'in order' && outcome.verdict !== 'failed'
  const arrange = (callsOf: (count: CountedCalls) => readonly ToolCall[], within: CallsInView): Arranged[] => {
    const places = expected.flatMap((each, row): Place[] => {
      const count = counts[row] ?? null
      if (count === null) return [{ row, each }]
      return hasPlace(count) ? callsOf(count).map((call) => ({ row, each, call })) : []
    })
    const only = places.map(({ call }) => call)
    const wanted = places.map(({ each }) => each)
    return assignCalls(wanted, within, align, { only }).flatMap((outcome, index) => {
      const place = places[index]
      return place === undefined ? [] : [{ ...place, outcome }]
    })
  }
  const arranged = arrange(({ sure }) => sure, view)
  const isOutOfPlace = (row: number): boolean => arranged.some((each) => each.row === row && isMissed(each))
  const possible = counts.flatMap((count) => (count !== null && hasPlace(count) ? count.unsure : []))
  const hasOpenPlace =
    possible.length > 0 &&
    !arranged.some(isMissed) &&
    arrange(({ sure, unsure }) => inTurn([...sure, ...unsure]), {
      ...view,
      calls: inTurn([...view.calls, ...possible]),
    }).some(isMissed)
  return [
    ...arranged.flatMap(({ row, call, outcome }) => (call === undefined ? [named(outcome, row)] : [])),
    ...counts.flatMap((count, row) => {
      if (count === null) return []
      if (isOutOfPlace(row)) return [named(misplace(count.outcome), row)]
      return [named(hasOpenPlace && hasPlace(count) ? leaveOpen(count) : count.outcome, row)]
    }),
  ]
}

/** A position in the list: that of an expectation, or of one call counted by it. */
interface Place {
  row: number
  each: CallExpectation
  call?: ToolCall
}

/** A position with its outcome. */
type Arranged = Place & { outcome: CallOutcome }

function isMissed({ outcome }: Arranged): boolean {
  return outcome.verdict === 'failed'
}

/** Calls without duplicates, in the order in which they were made. */
function inTurn(calls: readonly ToolCall[]): ToolCall[] {
  return [...new Set(calls)].sort((one, two) => one.index - two.index)
}

/** Fails a count whose number is right but whose calls do not all lie between what is listed before and after them. */
function misplace(outcome: CallOutcome & { kind: 'call count' }): CallOutcome {
  const expected = 'all of them at this place of the list'
  return { ...outcome, verdict: 'failed', mismatches: [mismatch(outcome.at, 'order', expected, 'others between')] }
}

/** Leaves a count unjudged that is right now, but would not be if an uncertain call counted where it stands. */
function leaveOpen({ outcome, unsure, why }: CountedCalls): CallOutcome {
  if (unsure.length === 0) return outcome
  return { ...outcome, verdict: 'not judged', at: why[0]?.at ?? outcome.at, mismatches: why }
}

/** How many calls match: those that certainly do, those that may, and why the latter are uncertain. */
interface CountedCalls {
  outcome: CallOutcome & { kind: 'call count' }
  sure: readonly ToolCall[]
  unsure: readonly ToolCall[]
  why: Mismatch[]
}

/**
 * `times`: how many calls meet the other conditions. Each must also keep to `before` and `after`, and succeed
 * unless `is_error` says otherwise; a call that violates these but may not count at all leaves the outcome
 * open.
 */
function evaluateTimes(expected: CallExpectation, times: Matcher, view: CallsInView): CountedCalls {
  const { sure, unsure } = fittingCalls(expected, view)
  const order = (call: ToolCall): Mismatch[] => orderMismatches(expected, call, view.turn)
  const isWrong = (call: ToolCall): boolean =>
    order(call).length > 0 || matchCall(expected, call).some(({ path }) => path === 'is_error')
  const wrong = unsure.filter(isWrong)
  const what = `the number of calls of ${expected.name}`
  const { verdict, mismatches: miscounted } = judgeCount(times, sure.length, unsure.length - wrong.length, what)
  const failures = [
    ...miscounted,
    ...(verdict === 'failed' && sure.length === 0 ? nearest(expected, view.calls) : []),
    ...sure.flatMap((call) => [...matchCall(expected, call), ...order(call)]),
  ]
  const why = [...wrong, ...unsure].slice(0, 1).flatMap((call) => notKnown(expected, call, view, times))
  const isOpen = verdict === 'not judged' || wrong.length > 0
  const mismatches = failures.length > 0 ? failures : isOpen ? why : []
  return {
    outcome: {
      kind: 'call count',
      verdict: failures.length > 0 ? 'failed' : isOpen ? 'not judged' : 'passed',
      at: mismatches[0]?.at ?? times.at,
      name: expected.name,
      mismatches,
      made: view.calls.map(seen),
      counted: sure.map(({ index }) => index),
    },
    sure,
    unsure,
    why,
  }
}

/** `count`: the number of calls of any kind. */
function evaluateCount(count: Matcher, { calls, phase, unphased }: CallsInView): CallOutcome {
  const judged = judgeCount(count, calls.length, unphased.length, 'the number of calls')
  const unknown = judged.verdict === 'not judged' ? [mismatch(count.at, 'phase', phase ?? '', undefined)] : []
  const mismatches = [...judged.mismatches, ...unknown]
  return { kind: 'call count', verdict: judged.verdict, at: count.at, name: null, mismatches, made: calls.map(seen) }
}

/** Judges a count known only as a range: from the calls that certainly count to all that may. */
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
  const missed = matchCall(expected, call).find(({ path }) => path !== 'phase' && path !== 'is_error')
  if (missed !== undefined) return [missed]
  return [mismatch(expected.phase?.at ?? times.at, 'phase', expected.phase?.value ?? phase ?? '', undefined)]
}

/** Why no call of that name counts: the mismatches of the closest one. */
function nearest(expected: CallExpectation, calls: readonly ToolCall[]): Mismatch[] {
  const attempts = calls.filter(({ name }) => name === expected.name).map((call) => matchCall(expected, call))
  return attempts.sort((one, two) => one.length - two.length)[0] ?? []
}
