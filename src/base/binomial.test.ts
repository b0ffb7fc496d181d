import { describe, expect, it } from 'vitest'
import { binomialAtMost, binomialChances } from './binomial.ts'

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
