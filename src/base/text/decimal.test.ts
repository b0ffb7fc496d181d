import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMultipleOf } from './decimal.ts'

it.each([
  [19.99, 0.01],
  [4.35, 0.01],
  [0.07, 0.01],
  [0.3, 0.1],
  [-1.1, 0.1],
  [0, 0.5],
  [1e21, 7e20 / 7],
  [1e-7, 1e-8],
  [1e300, 1e-300],
  [12, 3],
])('%s is a multiple of %s', (value, divisor) => expect(isMultipleOf(value, divisor)).toBe(true))

it.each([
  [19.999, 0.01],
  [0.35, 0.1],
  [7, 2],
  [1e-9, 1e-8],
  [5, 0],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  [1, Number.POSITIVE_INFINITY],
])('%s is no multiple of %s', (value, divisor) => expect(isMultipleOf(value, divisor)).toBe(false))

it('holds for every number of cents, and for none beside one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, more) => {
      expect(isMultipleOf(Number(`${cents}e-2`), 0.01)).toBe(true)
      expect(isMultipleOf(Number(`${cents}${more}e-3`), 0.01)).toBe(false)
    }),
    { seed: 41 },
  )
})
