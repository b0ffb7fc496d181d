import { describe, expect, it } from 'vitest'
import { medianDifference } from './median-difference.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const zeros = (count: number): number[] => upTo(count).map(() => 0)

describe('medianDifference', () => {
  it('is of the pairs, not of the sides', () => {
    expect(medianDifference([100, 900, 500], [110, 910, 400]).difference).toBe(10)
    expect(medianDifference([0, 0], [10, 20]).difference).toBe(15)
  })
  it('leaves out what has no partner, and is null without pairs', () => {
    expect(medianDifference([1], [3, 900]).difference).toBe(2)
    expect(medianDifference([], [3])).toEqual({ difference: null, interval: null })
  })
  it.each([
    // The ranks of the tables of the sign test.
    [5, null],
    [6, [1, 6]],
    [8, [1, 8]],
    [9, [2, 8]],
    [10, [2, 9]],
    [20, [6, 15]],
    [100, [40, 61]],
  ])('of %i pairs has the interval %j', (pairs, interval) => {
    expect(medianDifference(zeros(pairs), upTo(pairs).toReversed()).interval).toEqual(interval)
  })
  it('manages a hundred thousand pairs', () => {
    const [from = 0, to = 0] = medianDifference(zeros(100_000), upTo(100_000)).interval ?? []
    expect([from, to]).toEqual([49_690, 50_311])
  })
})
