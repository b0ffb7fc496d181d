import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const inAMinute = 'Mon, 01 Jun 2026 12:01:00 GMT'

it.each([
  ['3', 3_000],
  [' 0.5 ', 500],
  [inAMinute, 60_000],
  ['0', null],
  ['-3', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['Mon, 01 Jun 2026 11:00:00 GMT', null],
])('reads %j as %j ms', (written, ms) => {
  expect(readRetryAfter({ headers: { 'retry-after': written } }, now)).toBe(ms)
})

it("holds a date against the answer's own clock", () => {
  const headers = { 'retry-after': inAMinute, date: 'Mon, 01 Jun 2026 12:00:50 GMT' }
  expect(readRetryAfter({ headers }, now)).toBe(10_000)
})

it('takes an answer that asks for nothing, and the first of two', () => {
  expect(readRetryAfter({ headers: {} }, now)).toBeNull()
  expect(readRetryAfter({ headers: { 'retry-after': ['2', '9'] } }, now)).toBe(2_000)
})
