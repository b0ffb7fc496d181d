import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { evaluateCalls } from './calls.ts'
import { exactly, forItems } from './fold-text.ts'
import { evaluateLatency } from './latency.ts'
import { match } from './match.ts'
import { matchBy, type OneReading } from './match-readings.ts'
import { evaluateSafely, type Outcome, type TurnFacts, unjudgedOf, verdictOn } from './outcome/outcome.ts'
import { resolveNow, setAside } from './prepare-expectation.ts'
import { evaluateReply } from './reply.ts'

/** Judges one turn: an outcome for each condition that the script states, in the order of the language. Does not throw. */
export function evaluateTurn(expectation: TurnExpectation, facts: TurnFacts): Outcome[] {
  return evaluateSafely('what is expected', expectation.at, () => evaluateParts(expectation, facts))
}

function evaluateParts(expectation: TurnExpectation, facts: TurnFacts): Outcome[] {
  const { sound, outcomes: unjudged } = setAside(expectation)
  const expected = resolveNow(sound, facts.view.entries)
  const { error, reply, calls, latency } = expected
  const outcomes: Outcome[] = []
  const judge = (part: string, evaluate: () => Outcome[]): void =>
    void outcomes.push(...evaluateSafely(part, expectation.at, evaluate))
  if (error !== undefined) judge('error', () => evaluateError(error, facts))
  if (reply !== undefined) judge('reply', () => evaluateReply(reply, facts))
  if (calls !== undefined) judge('calls', () => evaluateCalls(calls, facts.view.calls, facts.view.unseen))
  if (latency !== undefined) judge('latency', () => evaluateLatency(latency, facts))
  judge('what the local service shows', () => evaluateLocal(expected, facts))
  outcomes.push(...unjudged)
  return outcomes
}

const subjects = ['outbox', 'queue', 'attempts'] as const

function evaluateLocal(expected: TurnExpectation, { local }: TurnFacts): Outcome[] {
  return subjects.flatMap((subject): Outcome[] => {
    const matcher = expected[subject]
    if (matcher === undefined) return []
    const actual = local?.[subject]
    if (actual === undefined) return [{ kind: 'local', verdict: 'not judged', at: matcher.at, subject, mismatches: [] }]
    const { verdict, mismatches } = verdictOn(
      match(matcher.value, actual, subject, subject === 'outbox' ? forItems : exactly),
    )
    if (verdict === 'not judged') return unjudgedOf(subject, mismatches)
    return [{ kind: 'local', verdict, at: mismatches[0]?.at ?? matcher.at, subject, mismatches }]
  })
}

/** A mapping is matched against { status, errorCode, message }, a number against the status, else against errorCode. */
export function evaluateError(expected: Matcher, { refusal }: Pick<TurnFacts, 'refusal'>): Outcome[] {
  if (refusal === null) return [{ kind: 'error', verdict: 'failed', at: expected.at, answered: true, mismatches: [] }]
  const { verdict, mismatches } = verdictOn(matchBy(expected, (condition) => readRefusal(condition, refusal)))
  if (verdict === 'not judged') return unjudgedOf('error', mismatches)
  const at = mismatches[0]?.at ?? expected.at
  return [{ kind: 'error', verdict, at, answered: false, mismatches }]
}

function readRefusal(condition: Matcher, refusal: NonNullable<TurnFacts['refusal']>): OneReading {
  const { status, errorCode, message } = refusal
  if (condition.kind === 'fields')
    return {
      path: '',
      value: { status, ...(errorCode === null ? {} : { errorCode }), ...(message === '' ? {} : { message }) },
    }
  const isNumber = condition.kind === 'compare' || (condition.kind === 'equals' && typeof condition.value === 'number')
  return isNumber ? { path: 'status', value: status } : { path: 'errorCode', value: errorCode ?? undefined }
}
