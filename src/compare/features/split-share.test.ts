import { describe, expect, it } from 'vitest'
import { splitShare } from './distance/permutation-test.ts'

const onLine = (places: readonly number[]): number[][] => places.map((one) => places.map((two) => Math.abs(one - two)))

describe('splitShare', () => {
  it('is the share of splits at least as far apart, the true one among them', () => {
    expect(splitShare(onLine([0, 1, 10, 11]), 2)).toBeCloseTo(2 / 6)
    expect(splitShare(onLine([0, 1, 2, 10, 11, 12]), 3)).toBeCloseTo(2 / 20)
    expect(splitShare(onLine([0, 10, 1, 11]), 2)).toBe(1)
    expect(splitShare(onLine([0, 0, 0, 0]), 2)).toBe(1)
  })
  it('draws where there are too many splits, the same each time', () => {
    const far = onLine([...Array.from({ length: 12 }, (_, n) => n), ...Array.from({ length: 12 }, (_, n) => 100 + n)])
    expect(splitShare(far, 12)).toBeLessThan(0.003)
    const mixed = onLine(Array.from({ length: 24 }, (_, n) => (n * 7) % 24))
    expect(splitShare(mixed, 12)).toBe(splitShare(mixed, 12))
    expect(splitShare(mixed, 12)).toBeGreaterThan(0.05)
  })
})
