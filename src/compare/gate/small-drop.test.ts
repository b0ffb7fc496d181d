import { describe, expect, it } from 'vitest'
import type { PassStatistics } from '../model/comparison-verdict.ts'
import { isSurelySmaller } from './small-drop.ts'

const pass = (from: number): { pass: PassStatistics } => ({
  pass: { interval: [from, 0] } as unknown as PassStatistics,
})
const pooled = { conversations: 20, pairs: 2_000, passedA: 1_990, passedB: 1_950, onlyA: 45, onlyB: 5, p: 0.001 }
const share = (count: number, of: number) => ({ count, of })
const failure = { id: 'a', way: 'reply', a: share(0, 100), earlier: null, p: 0.001, adjusted: 0.001 }

describe('a drop', () => {
  it('is surely smaller where all of its interval is', () => {
    expect([isSurelySmaller(pass(-0.09), 0.1), isSurelySmaller(pass(-0.1), 0.1)]).toEqual([true, false])
    expect([isSurelySmaller(pooled, 0.1), isSurelySmaller(pooled, 0.02)]).toEqual([true, false])
    expect(isSurelySmaller({ ...failure, b: share(5, 200) }, 0.1)).toBe(true)
    expect(isSurelySmaller({ ...failure, b: share(5, 30) }, 0.1)).toBe(false)
  })
  it('of all together is as small as what both sides lost and won makes it', () => {
    const even = { conversations: 2, pairs: 200, passedA: 100, passedB: 100, onlyA: 50, onlyB: 50, p: 1 }
    expect([isSurelySmaller(even, 0.2), isSurelySmaller(even, 0.08)]).toEqual([true, false])
    const lowest = { ...even, onlyA: 5, onlyB: 5 }
    expect([isSurelySmaller(lowest, 0.05), isSurelySmaller(lowest, 0.01)]).toEqual([true, false])
  })
  it('is never smaller where every drop matters, or nothing is known of it', () => {
    expect([isSurelySmaller(pass(0), null), isSurelySmaller({ pass: null }, 0.1)]).toEqual([false, false])
  })
})
