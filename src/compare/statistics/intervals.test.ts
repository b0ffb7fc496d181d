import { describe, expect, it } from 'vitest'
import { everyOutcome } from './every-outcome.fixture.ts'
import { medianDifference, passInterval, signChance } from './intervals.ts'
import { countPairs } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const of = (letters: string): number[] =>
  passInterval(countPairs(pairsOf(letters))).map((end) => Number(end.toFixed(4)))
const rates = [0.01, 0.05, 0.2, 0.4, 0.5, 0.7, 0.9, 0.99]

describe('passInterval', () => {
  it('is worked out as Bonett and Price do', () => {
    expect(of('ppppp')).toEqual([-0.396, 0.396])
    expect(of('aaaaa')).toEqual([-1, -0.1958])
    expect(of('bbbppppppp')).toEqual([-0.0867, 0.5867])
  })
  it.each([
    // The quantiles of the normal distribution exceeded with probability 0.0125, 0.005 and 0.0025.
    [2, 2.2414],
    [5, 2.5758],
    [10, 2.807],
  ])('of %i looks leaves out as much less at each, so that it holds at all together', (looks, quantile) => {
    const counts = countPairs(pairsOf('aabbbppppppppppppppp'))
    const [[from, to], [least, most]] = [passInterval(counts), passInterval(counts, looks)]
    expect(((most - least) / (to - from)) * 1.959964).toBeCloseTo(quantile, 3)
    expect(most + least).toBeCloseTo(from + to, 12)
  })
  it('turns round with the sides', () => {
    const [from = 0, to = 0] = of('aaabpf')
    expect(of('bbbapf')).toEqual([-to, -from])
  })
  it.each([3, 5, 10, 20])(
    'of %i pairs holds the true difference in 92 of 100 at least, and in 95 of 100 on average',
    (pairs) => {
      const coverages = rates.flatMap((a) =>
        rates.map((b) =>
          everyOutcome(pairs, a, b).reduce((total, { counts, probability }) => {
            const [from, to] = passInterval(counts)
            return from <= b - a && b - a <= to ? total + probability : total
          }, 0),
        ),
      )
      expect(Math.min(...coverages)).toBeGreaterThan(0.92)
      expect(coverages.reduce((sum, each) => sum + each) / coverages.length).toBeGreaterThan(0.95)
    },
  )
})

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
    // The ranks in tables of the sign test.
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

describe('signChance', () => {
  it('is the two-sided exact sign test, without differences of zero', () => {
    expect(signChance([])).toBe(1)
    expect(signChance([0, 0])).toBe(1)
    expect(signChance([1, 2, 3, 4, 5, 6])).toBeCloseTo(2 / 64, 12)
    expect(signChance([-1, 0, -2, -3, -4, -5, -6])).toBeCloseTo(2 / 64, 12)
    expect(signChance([1, -1])).toBe(1)
    expect(signChance([1, 1, 1, 1, -1])).toBeCloseTo(12 / 32, 12)
  })
})
