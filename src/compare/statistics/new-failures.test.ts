import { describe, expect, it } from 'vitest'
import { chanceOfRegression, findNewFailures, type WayOfFailing } from './new-failures.ts'
import { countPairs } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const way = (id: string, a: number, b: number, earlier: [number, number] | null = null): WayOfFailing => ({
  ...{ id, way: 'turn 2: reply', a: { count: a, of: 30 }, b: { count: b, of: 30 } },
  earlier: earlier === null ? null : { count: earlier[0], of: earlier[1] },
})
const steady = (count: number, earlier: [number, number] | null = null): WayOfFailing[] =>
  Array.from({ length: count }, (_, index) => way(`steady ${index}`, 0, 0, earlier))

describe('new failures', () => {
  it('are those that b shows more, the surest first', () => {
    const { found, ways } = findNewFailures([way('x', 0, 6), way('y', 0, 9), way('z', 3, 4)], 0.035)
    expect([ways, found.map(({ id }) => id)]).toEqual([3, ['y', 'x']])
  })
  it('are none that a shows more, or as often', () => {
    expect(findNewFailures([way('x', 9, 0), way('y', 5, 5), ...steady(3)], 0.035).found).toEqual([])
  })
  it('pay for others only as far as those could come out so', () => {
    const alone = findNewFailures([way('x', 0, 5)], 0.035).found[0]
    const among = findNewFailures([way('x', 0, 5), ...steady(99)], 0.035).found[0]
    expect([alone?.adjusted, among?.adjusted]).toEqual([alone?.p, alone?.p])
    const flaky = Array.from({ length: 19 }, (_, index) => way(`flaky ${index}`, 3, 3))
    expect(findNewFailures([way('x', 0, 5), ...flaky], 0.035).found[0]?.adjusted).toBeGreaterThan(0.1)
  })
  it('are sooner sure with earlier runs that agree', () => {
    const [without, withEarlier] = [null, [0, 150] as [number, number]].map((earlier) =>
      findNewFailures([way('x', 0, 4, earlier), ...steady(5, earlier)], 0.035),
    )
    expect(withEarlier?.earlier).toEqual({ counted: 6, leftOut: 0 })
    expect(withEarlier?.found[0]?.p).toBeLessThan((without?.found[0]?.p ?? 0) / 10)
  })
  it('leave earlier runs out where a fails otherwise today: all of them where it does so beyond doubt, or as a whole', () => {
    const earlierOf = (ways: WayOfFailing[]) => findNewFailures(ways, 0.035).earlier
    expect(earlierOf([way('x', 1, 0, [4, 150]), ...steady(5, [0, 150])])).toEqual({ counted: 6, leftOut: 0 })
    expect(earlierOf([way('x', 8, 8, [0, 150]), ...steady(5, [0, 150])])).toEqual({ counted: 0, leftOut: 6 })
    const all = Array.from({ length: 12 }, (_, index) => way(`${index}`, 1, 1, [0, 90]))
    expect(earlierOf(all)).toEqual({ counted: 0, leftOut: 12 })
  })
  it('are none where a alike fails more often than before', () => {
    expect(findNewFailures([way('x', 4, 6, [0, 300])], 0.035).found).toEqual([])
    expect(findNewFailures([way('x', 1, 4, [0, 300])], 0.035).found).toEqual([])
  })
})

describe('what pairs alone may show by chance', () => {
  it('is next to nothing where few of them differ, and never more than half of the level', () => {
    const of = (letters: string, count: number) =>
      chanceOfRegression(
        Array.from({ length: count }, () => countPairs(pairsOf(letters))),
        0.05,
      )
    expect(of('p'.repeat(28).concat('ab'), 20)).toBe(0)
    expect(of('p'.repeat(24).concat('ababab'), 1)).toBeCloseTo(1 / 64, 9)
    // All pairs differ, and only a split entirely to one side is sure: one in 2 to the power of ten.
    for (const count of [1, 5, 20]) {
      expect(of('ab'.repeat(15), count)).toBeGreaterThan(0)
      expect(of('ppppaabb'.repeat(4), count)).toBeLessThanOrEqual(0.05)
    }
  })
})
