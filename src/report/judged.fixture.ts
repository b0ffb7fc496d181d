import type { LicenceSeen, Quotation, Vote } from '../engine/expect/outcome/judgement.ts'
import type { JudgedOutcome } from './text/describe-judgement.ts'

/** A licence given eleven days before the test runs. */
export const licensed: LicenceSeen = {
  kind: 'licensed',
  given: '2026-11-08',
  met: { right: 117, of: 120, interval: [0.9287, 0.9948] },
  notMet: { right: 95, of: 100, interval: [0.8872, 0.9836] },
}

export function vote(says: Vote['says'], reason: string, quotations: Quotation[] = [], model = 'small'): Vote {
  return { model, says, reason, quotations }
}

/** The outcome of a criterion that expects *met*, with a licence by default. */
export function judged(
  verdict: JudgedOutcome['verdict'],
  says: JudgedOutcome['judgement']['says'],
  votes: Vote[],
  more: Partial<JudgedOutcome> & { why?: string } = {},
): JudgedOutcome {
  const { why = null, ...rest } = more
  return {
    ...{
      kind: 'judge',
      at: { line: 27, column: 13, length: 12 },
      verdict,
      criterion: 'is sorry before it offers a thing',
    },
    ...{ expected: 'met', looksAt: 'turn', judgement: { says, votes, why }, licence: licensed },
    ...rest,
  }
}

/** No licence: the finding is advice. */
export const unlicensed: LicenceSeen = {
  kind: 'unlicensed',
  why: 'there is no licence for "is sorry before it offers a thing": label examples of it',
}
