import { describe, expect, it } from 'vitest'
import { selectAtRate } from './false-discovery.ts'

describe('selectAtRate', () => {
  it('takes the most whose last is rare enough for their number, though one before it may not be', () => {
    expect(selectAtRate([0.9, 0.04, 0.001, 0.5], 0.1)).toEqual([2, 1])
    // By itself the second of four would need 0.05: the third, at 0.075, lets it in.
    expect(selectAtRate([0.07, 0.06, 0.02, 0.9], 0.1)).toEqual([2, 1, 0])
    expect(selectAtRate([0.026, 0.9, 0.9, 0.9], 0.1)).toEqual([])
    expect(selectAtRate([0.025, 0.9, 0.9, 0.9], 0.1)).toEqual([0])
    expect(selectAtRate([], 0.1)).toEqual([])
  })
})
