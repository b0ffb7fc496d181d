import type { TurnExpectation } from '../../suite/language/turn-expectation.ts'
import { match } from './match.ts'
import type { Outcome } from './outcome.ts'
import type { TurnFacts } from './turn-facts.ts'

const subjects = ['outbox', 'queue', 'attempts'] as const

/** Judges what the local service shows beside the interface. What it did not show could not be judged. */
export function evaluateLocal(expected: TurnExpectation, { local }: TurnFacts): Outcome[] {
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
