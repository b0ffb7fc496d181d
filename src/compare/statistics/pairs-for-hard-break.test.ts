import { describe, expect, it } from 'vitest'
import { pairsForHardBreak } from './pairs-for-hard-break.ts'

describe('pairsForHardBreak', () => {
  it.each([
    [0.05, 1, 1, 3],
    [0.05, 10, 1, 5],
    [0.05, 100, 1, 6],
    [0.05, 5_000, 1, 9],
    [0.05, 10, 4, 6],
    [0.01, 10, 1, 6],
    [0.05, 0, 1, 3],
    [0.03125, 1, 1, 3], // the chance of three is the level itself
    [0.03124, 1, 1, 4],
  ])('at %f for %i conversations and %i looks is %i', (alpha, conversations, looks, pairs) => {
    expect(pairsForHardBreak(alpha, conversations, looks)).toBe(pairs)
  })
})
