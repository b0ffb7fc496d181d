import { expect, it } from 'vitest'
import { showTime } from './show-time.ts'

it.each([
  [0, '0 ms'],
  [-0.3, '0 ms'],
  [999.6, '1.0 s'],
  [1_240, '1.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [-1_240, '-1.2 s'],
])('%d ms are %j', (ms, shown) => {
  expect(showTime(ms)).toBe(shown)
})
