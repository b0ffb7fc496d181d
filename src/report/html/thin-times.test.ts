import { describe, expect, it } from 'vitest'
import { thinTimes } from './latency-overview.ts'

describe('thinTimes', () => {
  it('keeps few times, in order', () => expect(thinTimes([3, 1, 2])).toEqual([1, 2, 3]))

  it('keeps ends, middle and number of many', () => {
    const thin = thinTimes(Array.from({ length: 10_001 }, (_, index) => 10_000 - index))
    expect([thin.length, thin[0], thin.at(-1)]).toEqual([200, 0, 10_000])
    expect(Math.abs((thin[100] ?? 0) - 5_000)).toBeLessThan(60)
  })
})
