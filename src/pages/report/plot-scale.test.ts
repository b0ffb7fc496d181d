import { describe, expect, it } from 'vitest'
import { formatDifference, formatMs, quantile, scaleOf } from './latency.ts'

describe('scaleOf', () => {
  it.each([
    [[], 1],
    [[7], 10],
    [[120, 180], 200],
    [[201], 250],
    [[1000], 1000],
    [[1001], 2000],
  ])('of %j ends at %d', (values, end) => expect(scaleOf(values).end).toBe(end))

  it('places values in percent', () => {
    const scale = scaleOf([400])
    expect([scale.marks, scale.percent(125)]).toEqual([[0, 250, 500], 25])
  })
})

describe('quantile', () => {
  it('is the nearest rank', () => {
    const sorted = [10, 20, 30, 40]
    expect([quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0), quantile([], 0.5)]).toEqual([
      20,
      40,
      10,
      null,
    ])
  })
})

describe('times for people', () => {
  it('are short', () => {
    expect([0.4, 999, 1240, 12_340, 185_000].map(formatMs)).toEqual(['0 ms', '999 ms', '1.24 s', '12.3 s', '3 min 5 s'])
    expect([120, -1200].map(formatDifference)).toEqual(['+120 ms', '−1.20 s'])
  })
})
