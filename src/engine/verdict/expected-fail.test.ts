import { describe, expect, it } from 'vitest'
import { forgive } from '../perform/perform-attempts.ts'
import { plansOf } from './fake-client.fixture.ts'
import type { Verdict } from './verdict.ts'

const today = new Date('2026-11-21T12:00:00Z')
const mark = (until = '') =>
  forgiving(
    `suite: S\nagent: a\nconversations:\n  - name: n\n    expected fail: { reason: ticket 7${until} }\n    turns: [{ user: hi, expect: { reply: x } }]\n`,
  )
function forgiving(yaml: string) {
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  return (verdict: Verdict) => forgive(plan, { verdict, reason: null }, today)
}

describe('an expected fail', () => {
  it('forgives a failure, for as long as it says', () => {
    expect(mark()('failed')).toEqual({ verdict: 'expected fail', reason: 'ticket 7' })
    expect(mark(', until: 2026-11-22')('failed')).toEqual({ verdict: 'expected fail', reason: 'ticket 7' })
    expect(mark(', until: 2026-11-21')('failed')).toEqual({
      verdict: 'failed',
      reason: 'it was expected to fail until 2026-11-21: ticket 7',
    })
  })
  it('says so when it passes', () => {
    expect(mark()('passed')).toEqual({
      verdict: 'passed',
      reason: 'it was expected to fail (ticket 7) and passes: take "expected fail" out of suite.yaml:5',
    })
  })
  it.each(['errored', 'broken', 'not reached', 'skipped'] as const)('hides nothing that is %s', (verdict) => {
    expect(mark()(verdict)).toEqual({ verdict, reason: null })
  })
  it('takes only dates of the calendar', () => {
    expect(() => mark(', until: 2026-02-30')).toThrow('as in 2026-12-31')
    expect(() => mark(', until: soon')).toThrow('expected a day')
  })
})
