import type { Matcher } from '../script/matcher.ts'
import { match } from './match.ts'
import type { Outcome } from './outcome.ts'
import type { TurnFacts } from './turn-facts.ts'

/** The service should refuse the turn: a scalar is held against errorCode, a mapping against { status, errorCode, message }. */
export function evaluateError(expected: Matcher, { refusal }: TurnFacts): Outcome[] {
  if (refusal === null) return [{ kind: 'error', verdict: 'failed', at: expected.at, answered: true, mismatches: [] }]
  const { status, errorCode, message } = refusal
  const mismatches =
    expected.kind === 'fields'
      ? match(expected, { status, errorCode, message }, '')
      : match(expected, errorCode, 'errorCode')
  const at = mismatches[0]?.at ?? expected.at
  return [{ kind: 'error', verdict: mismatches.length === 0 ? 'passed' : 'failed', at, answered: false, mismatches }]
}
