import { describe, expect, it } from 'vitest'
import { binomialAtMost, binomialChances, countChoices, highestRate, intervalWhenever, lowestRate } from './binomial.ts'

describe('binomialChances', () => {
  it('are those of Pascal’s triangle for a fair coin', () => {
    expect([...binomialChances(4, 0.5)].map((chance) => Math.round(chance * 16))).toEqual([1, 4, 6, 4, 1])
  })
  it.each([
    [0, 0.3],
    [7, 0.3],
    [100, 0.99],
    [5_000, 0.5],
  ])('of %i trials at %f come to one', (trials, rate) => {
    let total = 0
    for (const chance of binomialChances(trials, rate)) total += chance
    expect(total).toBeCloseTo(1, 9)
  })
})

describe('binomialAtMost', () => {
  it.each([
    [0, 5, 0.5, 1 / 32],
    [2, 10, 0.5, 56 / 1024],
    [10, 10, 0.2, 1],
    [-1, 10, 0.2, 0],
    [1, 3, 0.1, 0.972],
  ])('%i of %i at %f', (count, trials, rate, chance) => {
    expect(binomialAtMost(count, trials, rate)).toBeCloseTo(chance, 12)
  })
})

describe('countChoices', () => {
  it.each([
    [5, 0, 1],
    [5, 2, 10],
    [5, 5, 1],
    [52, 5, 2_598_960],
  ])('of %i, %i', (of, count, ways) => {
    expect(countChoices(of, count)).toBe(ways)
  })
})

describe('the exact interval of a rate', () => {
  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
    [5, 10],
    [9, 10],
    [36, 36],
    [70, 500],
  ])('ends where %i of %i, or more of it, has a chance of a fortieth', (count, trials) => {
    const [lowest, highest] = [lowestRate(count, trials), highestRate(count, trials)]
    if (count > 0) expect(1 - binomialAtMost(count - 1, trials, lowest)).toBeCloseTo(0.025, 10)
    else expect(lowest).toBe(0)
    if (count < trials) expect(binomialAtMost(count, trials, highest)).toBeCloseTo(0.025, 10)
    else expect(highest).toBe(1)
  })
  it('is the one of the tables', () => {
    const rounded = (count: number, trials: number) =>
      [lowestRate(count, trials), highestRate(count, trials)].map((end) => Math.round(end * 10_000) / 10_000)
    expect([rounded(3, 4), rounded(5, 10), rounded(10, 10), rounded(0, 10)]).toEqual([
      [0.1941, 0.9937],
      [0.1871, 0.8129],
      [0.6915, 1],
      [0, 0.3085],
    ])
  })
  it('has no end beyond all or none', () => {
    expect([lowestRate(-1, 4), highestRate(5, 4)]).toEqual([0, 1])
  })
})

describe('an interval that holds whenever one stops', () => {
  it.each([
    [1, 2],
    [3, 10],
    [50, 100],
    [499, 500],
    [0, 7],
    [7, 7],
  ])('ends where %i of %i is twenty times less likely than under all rates together', (passed, trials) => {
    const [from, to] = intervalWhenever(passed, trials)
    const likely = (rate: number) =>
      (trials + 1) * countChoices(trials, passed) * rate ** passed * (1 - rate) ** (trials - passed)
    if (passed > 0) expect(likely(from)).toBeCloseTo(0.05, 9)
    else expect(from).toBe(0)
    if (passed < trials) expect(likely(to)).toBeCloseTo(0.05, 9)
    else expect(to).toBe(1)
    expect(from).toBeLessThanOrEqual(passed / trials)
    expect(to).toBeGreaterThanOrEqual(passed / trials)
  })
  it('is everything before the first trial', () => {
    expect(intervalWhenever(0, 0)).toEqual([0, 1])
  })
})
