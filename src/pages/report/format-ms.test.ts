import { expect, it } from 'vitest'
import { formatDifference } from './format-ms.ts'

it.each([
  [-0.3, '0 ms'],
  [0.3, '0 ms'],
  [0, '0 ms'],
  [120, '+120 ms'],
  [-1_204, '−1.20 s'],
])('a difference of %d ms is %j', (ms, shown) => {
  expect(formatDifference(ms)).toBe(shown)
})
