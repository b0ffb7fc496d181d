import { describe, expect, it } from 'vitest'
import { describeLeast, describePassRate, judgePassRate } from './pass-rate.ts'
import { type Verdict, verdicts } from './verdict.ts'

const totals = (some: Partial<Record<Verdict, number>>): Record<Verdict, number> =>
  ({ ...Object.fromEntries(verdicts.map((verdict) => [verdict, 0])), ...some }) as Record<Verdict, number>
const judge = (some: Partial<Record<Verdict, number>>, least = 0.75) => judgePassRate(totals(some), least)

describe('the pass rate of a run', () => {
  it('is a share of the conversations that passed, failed or are flaky', () => {
    expect(judge({ passed: 3, failed: 1, skipped: 4, 'expected fail': 2 }).verdict).toBe('held')
    expect(judge({ passed: 3, failed: 1, flaky: 1 }).verdict).toBe('broken')
  })
  it.each(['errored', 'broken', 'unsafe', 'not reached'] as const)('never holds beside one that is %s', (verdict) => {
    expect(judge({ passed: 99, [verdict]: 1 }).verdict).toBe('not judged')
    expect(judge({ passed: 1, failed: 9, [verdict]: 1 }).verdict).toBe('broken')
  })
  it('is not judged where nothing was', () => {
    expect(judge({}).verdict).toBe('not judged')
    expect(judge({ 'expected fail': 3, skipped: 1 }, 0).verdict).toBe('not judged')
  })
  it('reads as what it is, also just below its limit', () => {
    const low = judge({ passed: 9499, failed: 501 }, 0.95)
    expect([low.verdict, describePassRate(low), describeLeast(low)]).toEqual([
      'broken',
      '94.9 % (9499 of 10000)',
      'at least 95 %',
    ])
    expect(describePassRate(judge({ passed: 1, errored: 2 }))).toBe(
      '100 % (1 of 1); 2 conversations could not be judged',
    )
  })
})
