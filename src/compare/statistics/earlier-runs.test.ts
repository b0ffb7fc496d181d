import { describe, expect, it } from 'vitest'
import { type EarlierComparison, weighEarlier } from './earlier-runs.ts'

const comparisonsOf = (counts: number[], of = 30): EarlierComparison[] =>
  counts.map((count) => ({ of, failed: { 'turn 1: reply': count } }))

describe('earlier runs', () => {
  it('count in full where they differ by chance alone', () => {
    expect(weighEarlier(new Map([['a', comparisonsOf([1, 2, 1, 2])]]))).toEqual(
      new Map([['a', { runs: 120, failed: { 'turn 1: reply': 6 } }]]),
    )
  })
  it('count for fewer by as much as they vary more than that, those that never failed too', () => {
    const steady: EarlierComparison[] = [{ of: 60, failed: {} }]
    const weighed = weighEarlier(
      new Map([
        ['a', comparisonsOf([0, 12, 0, 12])],
        ['b', steady],
      ]),
    )
    // Twelve of thirty, or none: ten times the variance expected of one fifth.
    expect(weighed.get('a')).toEqual({ runs: 12, failed: { 'turn 1: reply': 3 } })
    expect(weighed.get('b')).toEqual({ runs: 6, failed: {} })
  })
  it('are left out where none is left, and never fail more often than they ran', () => {
    expect(weighEarlier(new Map([['a', []]]))).toEqual(new Map())
    expect(weighEarlier(new Map([['a', comparisonsOf([30, 30])]])).get('a')).toEqual({
      runs: 60,
      failed: { 'turn 1: reply': 60 },
    })
  })
})
