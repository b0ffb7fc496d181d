import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialChances } from '../../base/binomial.ts'
import { chanceToReach, fisher, shareTest, type TwoShares } from './share-test.ts'

const shares = (count: number, of: number, countB: number, ofB: number): TwoShares => ({
  base: { count, of },
  other: { count: countB, of: ofB },
})

/** How often the test gives that level or less for runs of one agent with this share. */
function reached(level: number, of: number, ofB: number, share: number): number {
  const [a, b] = [[...binomialChances(of, share)], [...binomialChances(ofB, share)]]
  let sum = 0
  for (const [count, chance] of a.entries())
    for (const [countB, chanceB] of b.entries())
      if (shareTest(shares(count, of, countB, ofB)) <= level) sum += chance * chanceB
  return sum
}

describe('the test of two shares', () => {
  it('is never reached more often than it says, whatever the share', { tags: 'slow' }, () => {
    for (const [of, ofB] of [
      [10, 10],
      [30, 12],
      [60, 10],
    ] as const)
      for (const level of [0.001, 0.01, 0.05, 0.1])
        for (const share of [0.005, 0.02, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
          expect(reached(level, of, ofB, share), `${of} ${ofB} ${level} ${share}`).toBeLessThanOrEqual(level)
  })
  it('is hardly above that of Fisher, and 1 where b does it no more often', () => {
    expect(fisher(shares(0, 30, 6, 30))).toBeCloseTo(0.01186, 5)
    expect(shareTest(shares(0, 30, 4, 30))).toBeCloseTo(0.0317, 3)
    expect(shareTest(shares(1, 180, 4, 30))).toBeLessThan(0.004)
    expect([shareTest(shares(3, 30, 3, 30)), shareTest(shares(0, 30, 0, 30)), shareTest(shares(0, 0, 0, 0))]).toEqual([
      1, 1, 1,
    ])
  })
  it('falls with what b does more, and rises with what a does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 19 }), (count, countB) => {
        const p = shareTest(shares(count, 40, countB, 20))
        expect(shareTest(shares(count, 40, countB + 1, 20))).toBeLessThanOrEqual(p + 0.0006)
        expect(shareTest(shares(count + 1, 40, countB, 20))).toBeGreaterThanOrEqual(p - 0.0006)
      }),
      { seed: 20_261_124, numRuns: 60 },
    )
  })
  it('is on average reached as often by how runs fall on the sides as by chance', () => {
    const [of, ofB, share, level] = [20, 10, 0.15, 0.05]
    const [a, b] = [[...binomialChances(of, share)], [...binomialChances(ofB, share)]]
    let mean = 0
    for (const [count, chance] of a.entries())
      for (const [countB, chanceB] of b.entries())
        mean += chance * chanceB * chanceToReach(level, shares(count, of, countB, ofB))
    expect(mean).toBeCloseTo(reached(level, of, ofB, share), 6)
  })
})
