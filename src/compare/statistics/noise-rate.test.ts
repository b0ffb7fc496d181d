import { describe, expect, it } from 'vitest'
import type { NoiseFloor } from '../model/comparison-verdict.ts'
import { noiseRate } from './call-verdicts.ts'

const floor = (pairs: number, discordant: number, conversations: string[] = []): NoiseFloor => ({
  pairs,
  discordant,
  conversations,
  turnMs: null,
  measuredAt: '2026-11-21T09:00:00Z',
})

describe('noiseRate', () => {
  it('is the upper end of the floor’s rate, and less the more pairs it is measured on', () => {
    // Without any difference the upper end is 1 - 0.05^(1/pairs).
    expect(noiseRate(floor(10, 0))('x')).toBeCloseTo(1 - 0.05 ** 0.1, 6)
    expect(noiseRate(floor(200, 0))('x')).toBeCloseTo(1 - 0.05 ** (1 / 200), 6)
    // The rate at which 5 or fewer of 100 occur once in twenty times.
    expect(noiseRate(floor(100, 5))('x')).toBeCloseTo(0.1022534, 5)
  })
  it('is a half, the most there is, where the conversation differed from itself or little was measured', () => {
    expect(noiseRate(floor(200, 3, ['x']))('x')).toBe(0.5)
    expect(noiseRate(floor(200, 3, ['x']))(undefined)).toBeLessThan(0.05)
    expect([noiseRate(floor(0, 0))('x'), noiseRate(floor(3, 0))('x'), noiseRate(floor(10, 9))('x')]).toEqual([
      0.5, 0.5, 0.5,
    ])
  })
})
