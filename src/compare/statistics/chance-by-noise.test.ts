import { describe, expect, it } from 'vitest'
import { chanceByNoise } from './call-verdicts.ts'

describe('chanceByNoise', () => {
  it('adds up the ways in which noise comes to a difference', () => {
    expect(chanceByNoise(1, 1, 0.2)).toBeCloseTo(0.2)
    expect(chanceByNoise(2, 2, 0.2)).toBeCloseTo(2 * 0.1 ** 2)
    expect(chanceByNoise(-1, 2, 0.2)).toBeCloseTo(2 * (0.1 ** 2 + 2 * 0.1 * 0.8))
    expect(chanceByNoise(0, 7, 0.3)).toBeCloseTo(1)
  })
  it.each([1, 2, 5, 9])('at the rate of the most erratic agent gives the risk of a break in %i pairs', (pairs) => {
    expect(chanceByNoise(pairs, pairs, 0.5)).toBeCloseTo(2 * 4 ** -pairs, 12)
  })
})
