import type { TurnExpectation } from '../../suite/language/turn-expectation.ts'
import { evaluateCalls } from './calls.ts'
import { evaluateError } from './error.ts'
import { evaluateLatency } from './latency.ts'
import { match } from './match.ts'
import type { Outcome } from './outcome.ts'
import { evaluateReply } from './reply.ts'
import { resolveNow } from './resolve-now.ts'
import { setAside } from './set-aside.ts'
import { tellUnjudged } from './tell-unjudged.ts'
import type { TurnFacts } from './turn-facts.ts'

/** Judges one turn: an outcome for each condition that the script states, in the order of the language. Does not throw. */
export function evaluateTurn(written: TurnExpectation, facts: TurnFacts): Outcome[] {
  return tellUnjudged('what is expected', written.at, () => evaluateParts(written, facts))
}

function evaluateParts(written: TurnExpectation, facts: TurnFacts): Outcome[] {
  const { sound, outcomes: unjudged } = setAside(written)
  const expected = resolveNow(sound, facts.view.entries)
  const { error, reply, calls, latency } = expected
  const outcomes: Outcome[] = []
  const judge = (part: string, evaluate: () => Outcome[]): void =>
    void outcomes.push(...tellUnjudged(part, written.at, evaluate))
  if (error !== undefined) judge('error', () => evaluateError(error, facts))
  if (reply !== undefined) judge('reply', () => evaluateReply(reply, facts.view))
  if (calls !== undefined) judge('calls', () => evaluateCalls(calls, facts.view.calls))
  if (latency !== undefined) judge('latency', () => evaluateLatency(latency, facts))
  judge('what the local service shows', () => evaluateLocal(expected, facts))
  outcomes.push(...unjudged)
  return outcomes
}

const subjects = ['outbox', 'queue', 'attempts'] as const

/** Judges what the local service shows beside the interface. What it did not show could not be judged. */
function evaluateLocal(expected: TurnExpectation, { local }: TurnFacts): Outcome[] {
  return subjects.flatMap((subject): Outcome[] => {
    const matcher = expected[subject]
    if (matcher === undefined) return []
    const seen = local?.[subject]
    if (seen === undefined) return [{ kind: 'local', verdict: 'not judged', at: matcher.at, subject, mismatches: [] }]
    const mismatches = match(matcher.value, seen, subject)
    const verdict = mismatches.length === 0 ? 'passed' : 'failed'
    return [{ kind: 'local', verdict, at: mismatches[0]?.at ?? matcher.at, subject, mismatches }]
  })
}
