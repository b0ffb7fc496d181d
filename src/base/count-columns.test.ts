import { expect, it } from 'vitest'
import { columnsOf } from './count-columns.ts'

it.each([
  ['abc', 3],
  ['例', 2],
  ['e\u0301', 1],
  ['\u{1f469}\u200d\u{1f467}', 2],
  ['\u00a0x', 2],
  ['', 0],
])('%j takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns)
})
