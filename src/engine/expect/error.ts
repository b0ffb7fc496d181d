import type { Matcher } from '../../suite/language/matcher.ts'
import { matchBy, type Reading } from './match-by.ts'
import type { Outcome } from './outcome.ts'
import type { TurnFacts } from './turn-facts.ts'

/**
 * The service should refuse the turn: a mapping is held against { status, errorCode, message }, a number against the
 * status, anything else against errorCode.
 */
export function evaluateError(expected: Matcher, { refusal }: Pick<TurnFacts, 'refusal'>): Outcome[] {
  if (refusal === null) return [{ kind: 'error', verdict: 'failed', at: expected.at, answered: true, mismatches: [] }]
  const mismatches = matchBy(expected, (condition) => readRefusal(condition, refusal))
  const at = mismatches[0]?.at ?? expected.at
  return [{ kind: 'error', verdict: mismatches.length === 0 ? 'passed' : 'failed', at, answered: false, mismatches }]
}

function readRefusal(condition: Matcher, refusal: NonNullable<TurnFacts['refusal']>): Reading {
  const { status, errorCode, message } = refusal
  if (condition.kind === 'fields')
    return {
      path: '',
      value: { status, ...(errorCode === null ? {} : { errorCode }), ...(message === '' ? {} : { message }) },
    }
  const isNumber = condition.kind === 'compare' || (condition.kind === 'equals' && typeof condition.value === 'number')
  return isNumber ? { path: 'status', value: status } : { path: 'errorCode', value: errorCode ?? undefined }
}
