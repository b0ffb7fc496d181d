import type { JsonValue } from '../../../base/json/json.ts'
import { describeBreakdown } from '../../../base/text/wording.ts'
import type { Place } from '../../../suite/yaml/place.ts'
import type { UngroundedFact } from '../../transcript/ground.ts'
import type { TurnView } from '../../transcript/turn-view.ts'
import { answerOf, certainFirst, resolveMisses } from './answer.ts'
import type { Mismatch, Outcome } from './outcome-shape.ts'

export type { CallSeen, Mismatch, Outcome } from './outcome-shape.ts'

export type CallOutcome = Extract<Outcome, { kind: 'call' | 'unexpected call' | 'call count' }>

/** A mismatch; an absent value leaves `actual` out. */
export function mismatch(at: Place, path: string, expected: string, actual: JsonValue | undefined): Mismatch {
  return actual === undefined ? { at, path, expected } : { at, path, expected, actual }
}

export function doubtfulMismatch(
  at: Place,
  path: string,
  expected: string,
  actual: JsonValue,
  doubt: string,
): Mismatch {
  return { at, path, expected, actual, doubt }
}

/** Neither it nor its opposite holds: what the agent gave says two things, or nothing that anybody could be sure of. */
export function unclear(at: Place, path: string, what: string, actual: JsonValue, doubt: string): Mismatch {
  const expected = `${what} that says one thing, but ${doubt}`
  const neither: Mismatch & { neither: true } = { at, path, expected, actual, doubt, neither: true }
  return neither
}

export function verdictOn(misses: Mismatch[]): {
  verdict: 'passed' | 'failed' | 'not judged'
  mismatches: Mismatch[]
} {
  const mismatches = resolveMisses(misses)
  const verdicts = { holds: 'passed', fails: 'failed', 'cannot tell': 'not judged' } as const
  return { verdict: verdicts[answerOf(mismatches)], mismatches: certainFirst(mismatches) }
}

/** Outcomes for conditions on `subject` that could not be judged, one for each place. */
export function unjudgedOf(subject: string, mismatches: readonly Mismatch[]): Outcome[] {
  const places = new Set<Place>()
  return mismatches.flatMap(({ at, path, doubt }): Outcome[] => {
    if (doubt === undefined || places.has(at)) return []
    places.add(at)
    return [{ kind: 'value', verdict: 'not judged', at, subject: path === '' ? subject : path, reason: doubt }]
  })
}

/** What expectations see of a turn, with its wall-clock time in milliseconds. */
export interface TurnFacts {
  view: TurnView
  /** Null where the answer was lost and recovered from the stored session, so that its time is unknown. */
  turnMs: number | null
  /** What only the local service shows, if the turn expects something of it. */
  local?: { outbox?: JsonValue; queue?: JsonValue; attempts?: JsonValue }
  refusal: { status: number; errorCode: string | null; message: string } | null
  /** The facts in the reply that nothing said before supports; left out where the history is unknown. */
  ungrounded?: () => readonly UngroundedFact[]
}

/** What a service sends may be too large or deep for a pattern or our code, and must never abort the rest of a run. */
export function evaluateSafely(subject: string, at: Place, judge: () => Outcome[]): Outcome[] {
  try {
    return judge()
  } catch (error) {
    return [{ kind: 'value', verdict: 'not judged', at, subject, reason: describeBreakdown(error) }]
  }
}
