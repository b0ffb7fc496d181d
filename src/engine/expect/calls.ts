import type { CallExpectation } from '../../suite/language/expectations/call-expectation.ts'
import type { CallsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import { coversTool } from '../../suite/language/expectations/tool-pattern.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import {
  type CallsInView,
  evaluateNever,
  fittingCalls,
  forbid,
  mayHide,
  narrowView,
  type OpenOutcome,
  viewCall,
} from './fitting-calls.ts'
import { match } from './match.ts'
import { matchCall, orderMismatches, unknownTime } from './match-call.ts'
import { type Mismatch, mismatch, type Outcome } from './outcome/outcome.ts'

/** `unseen` says why calls of the phase during cannot be seen: what a further call could turn is then not judged. */
export function evaluateCalls(
  expected: CallsExpectation,
  calls: readonly ToolCall[],
  unseen: string | null = null,
): Outcome[] {
  const outcomes = evaluateInView(expected, { calls, turn: calls, unphased: [], unseen: unseen !== null })
  if (unseen === null) return outcomes
  return outcomes.map(({ isOpen, ...outcome }) =>
    isOpen === true && outcome.verdict !== 'reference'
      ? { kind: 'value', verdict: 'not judged', at: outcome.at, subject: outcome.by ?? 'calls', reason: unseen }
      : outcome,
  )
}

function evaluateInView(expected: CallsExpectation, view: CallsInView): OpenOutcome[] {
  const { at, none, inOrder = [], exactly, anyOrder = [], never = [], only, reference = [], count } = expected
  const list = view.phase === undefined ? 'calls' : `calls.${view.phase}`
  const outcomes: OpenOutcome[] = []
  if (none !== undefined)
    outcomes.push(...attribute(forbid('none', at, view.calls, view.unphased, view.unseen), `${list}.none`))
  if (inOrder.length > 0) outcomes.push(...evaluateListed(inOrder, view, 'in order', list))
  if (exactly !== undefined) outcomes.push(...evaluateExactly(exactly, at, view, `${list}.exactly`))
  if (anyOrder.length > 0) outcomes.push(...evaluateListed(anyOrder, view, 'any order', `${list}.any order`))
  for (const [row, call] of never.entries())
    outcomes.push(...attribute(evaluateNever(call, view), `${list}.never[${row}]`))
  if (only !== undefined) outcomes.push(...attribute(evaluateOnly(only, view), `${list}.only`))
  if (reference.length > 0)
    outcomes.push(
      ...number(assignCalls(reference, view, alignInOrder), `${list}.reference`).map((outcome) => ({
        ...outcome,
        verdict: 'reference' as const,
      })),
    )
  if (count !== undefined) outcomes.push(...attribute([evaluateCount(count, view)], `${list}.count`))
  outcomes.push(...evaluatePhases(expected, view))
  return outcomes
}

function attribute(outcomes: OpenOutcome[], by: string): OpenOutcome[] {
  for (const outcome of outcomes) outcome.by = by
  return outcomes
}

function number(outcomes: OpenOutcome[], list: string): OpenOutcome[] {
  for (const [row, outcome] of outcomes.entries()) outcome.by = `${list}[${row}]`
  return outcomes
}

function evaluateExactly(
  expected: readonly CallExpectation[],
  at: Outcome['at'],
  view: CallsInView,
  list: string,
): OpenOutcome[] {
  const extra: ToolCall[] = []
  const outcomes = number(assignCalls(expected, view, alignInOrder, { extra }), list)
  const others = forbid('exactly', at, extra, view.unphased, view.unseen).filter(
    ({ verdict, isOpen }) => verdict !== 'passed' || isOpen,
  )
  return [...outcomes, ...attribute(others, list)]
}

function evaluateOnly(only: NonNullable<CallsExpectation['only']>, view: CallsInView): OpenOutcome[] {
  const isOther = ({ name }: ToolCall): boolean => !only.some(({ value }) => coversTool(value, name))
  const at = only[0]?.at ?? { line: 1, column: 1, length: 1 }
  return forbid('only', at, view.calls.filter(isOther), view.unphased.filter(isOther), view.unseen)
}

function evaluatePhases({ pre, during, post }: CallsExpectation, view: CallsInView): OpenOutcome[] {
  if (pre === undefined && during === undefined && post === undefined) return []
  return Object.entries({ pre, during, post }).flatMap(([phase, narrowed]) =>
    narrowed === undefined ? [] : evaluateInView(narrowed, narrowView(view, phase)),
  )
}

/** Calls that must occur. Those counted by one row (`times`) have no place of their own, but stand where it does. */
function evaluateListed(
  expected: readonly CallExpectation[],
  view: CallsInView,
  order: 'in order' | 'any order',
  list: string,
): OpenOutcome[] {
  const align = order === 'in order' ? alignInOrder : alignAnyOrder
  const nameRow = (outcome: OpenOutcome, row: number): OpenOutcome => Object.assign(outcome, { by: `${list}[${row}]` })
  if (expected.every(({ times }) => times === undefined)) return assignCalls(expected, view, align).map(nameRow)
  const counts = expected.map((each) => (each.times === undefined ? null : evaluateTimes(each, each.times, view)))
  const hasPlace = ({ outcome }: CountedCalls): boolean => order === 'in order' && outcome.verdict !== 'failed'
  const arrange = (callsOf: (count: CountedCalls) => readonly ToolCall[], within: CallsInView): Arranged[] => {
    const places = expected.flatMap((each, row): Place[] => {
      const count = counts[row] ?? null
      if (count === null) return [{ row, each }]
      return hasPlace(count) ? callsOf(count).map((call) => ({ row, each, call })) : []
    })
    const only = places.map(({ call }) => call)
    const expectations = places.map(({ each }) => each)
    return assignCalls(expectations, within, align, { only }).flatMap((outcome, index) => {
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
    ...arranged.flatMap(({ row, call, outcome }) => (call === undefined ? [nameRow(outcome, row)] : [])),
    ...counts.flatMap((count, row) => {
      if (count === null) return []
      if (isOutOfPlace(row)) return [nameRow(misplace(count.outcome), row)]
      return [nameRow(hasOpenPlace && hasPlace(count) ? leaveOpen(count) : count.outcome, row)]
    }),
  ]
}

interface Place {
  row: number
  each: CallExpectation
  call?: ToolCall
}

type Arranged = Place & { outcome: OpenOutcome }

function isMissed({ outcome }: Arranged): boolean {
  return outcome.verdict === 'failed'
}

function inTurn(calls: readonly ToolCall[]): ToolCall[] {
  return [...new Set(calls)].sort((one, two) => one.index - two.index)
}

/** Fails a count whose number is right but whose calls do not all lie between what is listed before and after them. */
function misplace({ isOpen: _, ...outcome }: OpenOutcome & { kind: 'call count' }): OpenOutcome {
  const expected = 'all of them at this place of the list'
  return { ...outcome, verdict: 'failed', mismatches: [mismatch(outcome.at, 'order', expected, 'others between')] }
}

/** Leaves a count unjudged that is right now, but would not be if an uncertain call counted where it stands. */
function leaveOpen({ outcome, unsure, why }: CountedCalls): OpenOutcome {
  if (unsure.length === 0) return outcome
  return { ...outcome, verdict: 'not judged', at: why[0]?.at ?? outcome.at, mismatches: why }
}

/** How many calls match: those that certainly do, those that may, and why the latter are uncertain. */
interface CountedCalls {
  outcome: OpenOutcome & { kind: 'call count' }
  sure: readonly ToolCall[]
  unsure: readonly ToolCall[]
  why: Mismatch[]
}

/** A counted call that breaks `before`, `after` or `is_error`, but may not count at all, leaves the outcome open. */
function evaluateTimes(expected: CallExpectation, times: Matcher, view: CallsInView): CountedCalls {
  const { sure, unsure } = fittingCalls(expected, view)
  const order = (call: ToolCall): Mismatch[] => orderMismatches(expected, call, view.turn)
  const isWrong = (call: ToolCall): boolean =>
    order(call).length > 0 || matchCall(expected, call).some(({ path }) => path === 'is_error')
  const wrong = unsure.filter(isWrong)
  const what = countPath(expected.name)
  const tally = { sure: sure.length, unsure: unsure.length - wrong.length }
  const {
    verdict,
    mismatches: miscounted,
    isOpen: isUnseen,
  } = judgeCount(times, tally, what, mayHide(view, expected.phase?.value))
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
      made: view.calls.map(viewCall),
      counted: sure.map(({ index }) => index),
      ...(isUnseen && failures.length === miscounted.length ? { isOpen: true } : {}),
    },
    sure,
    unsure,
    why,
  }
}

/** The path of a mismatch in the number of calls; null: of any tool. */
export function countPath(name: string | null): string {
  return `the number of calls${name === null ? '' : ` of ${name}`}`
}

function evaluateCount(count: Matcher, { calls, phase, unphased, unseen }: CallsInView): OpenOutcome {
  const tally = { sure: calls.length, unsure: unphased.length }
  const judged = judgeCount(count, tally, countPath(null), unseen)
  const unknown = judged.verdict === 'not judged' ? [mismatch(count.at, 'phase', phase ?? '', undefined)] : []
  const mismatches = [...judged.mismatches, ...unknown]
  const outcome = { kind: 'call count', verdict: judged.verdict, at: count.at, name: null, mismatches } as const
  return { ...outcome, made: calls.map(viewCall), ...(judged.isOpen ? { isOpen: true } : {}) }
}

interface Counted {
  sure: number
  unsure: number
}

/** How many further calls are thought of where nobody shows them: each number that a script might name, and very many. */
const further = [...upTo(100), 1_000_000]

/** Judges a count known only as a range. It is open where calls that nobody shows could turn it. */
function judgeCount(
  count: Matcher,
  { sure, unsure }: Counted,
  what: string,
  isUnseen: boolean,
): { verdict: 'passed' | 'failed' | 'not judged'; mismatches: Mismatch[]; isOpen: boolean } {
  const holds = (more: number): boolean => match(count, sure + more, what).length === 0
  const [all, any] = [upTo(unsure).every(holds), upTo(unsure).some(holds)]
  const isOpen = isUnseen && all === any && further.some((more) => holds(unsure + more) !== all)
  if (all || any) return { verdict: all ? 'passed' : 'not judged', mismatches: [], isOpen }
  return { verdict: 'failed', mismatches: match(count, sure, what), isOpen }
}

function upTo(most: number): number[] {
  return Array.from({ length: most + 1 }, (_, more) => more)
}

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
