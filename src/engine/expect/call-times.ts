import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { fittingCalls } from './call-fit.ts'
import { orderMismatches } from './call-order.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { match } from './match.ts'
import { matchCall, unknownTime } from './match-call.ts'
import { type Mismatch, mismatch } from './mismatch.ts'
import type { CallOutcome } from './outcome.ts'

/** How many calls match, and those that do for sure. */
export interface CountedCalls {
  outcome: CallOutcome & { kind: 'call count' }
  counted: readonly ToolCall[]
}

/**
 * `times`: how many calls there are that meet the other conditions. Each of them keeps `before` and `after` and succeeds,
 * unless `is_error` says otherwise.
 */
export function evaluateTimes(expected: CallExpectation, times: Matcher, view: CallsInView): CountedCalls {
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
export function evaluateCount(count: Matcher, { calls, phase, unphased }: CallsInView): CallOutcome {
  const judged = judgeCount(count, calls.length, unphased.length, 'the number of calls')
  const unknown = judged.verdict === 'not judged' ? [mismatch(count.at, 'phase', phase ?? '', undefined)] : []
  const mismatches = [...judged.mismatches, ...unknown]
  return { kind: 'call count', verdict: judged.verdict, at: count.at, name: null, mismatches, made: calls.map(seen) }
}

/** A number that lies between those calls that are sure to count and these with all that may count. */
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

/** Why it is not known whether a call counts: its time, its phase or a member is missing. */
function notKnown(expected: CallExpectation, call: ToolCall, { phase }: CallsInView, times: Matcher): Mismatch[] {
  const untimed = unknownTime(expected, call)
  if (untimed.length > 0) return untimed
  const [missed] = matchCall(expected, call)
  if (missed !== undefined && missed.path !== 'phase') return [missed]
  return [mismatch(expected.phase?.at ?? times.at, 'phase', expected.phase?.value ?? phase ?? '', undefined)]
}

/** Why the calls of the name do not count: the mismatches of the one that comes closest. */
function nearest(expected: CallExpectation, calls: readonly ToolCall[]): Mismatch[] {
  const attempts = calls.filter(({ name }) => name === expected.name).map((call) => matchCall(expected, call))
  return attempts.sort((one, two) => one.length - two.length)[0] ?? []
}
