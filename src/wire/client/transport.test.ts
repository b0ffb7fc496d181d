import { describe, expect, it } from 'vitest'
import { onAbort, readNextTry, readRetryAfter } from './transport.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const inAMinute = 'Mon, 01 Jun 2026 12:01:00 GMT'

it.each([
  ['3', 3_000],
  [' 0.5 ', 500],
  [inAMinute, 60_000],
  ['9999999999', 9_999_999_999_000],
  ['99999999999999999999', Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['0', null],
  ['-3', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['Mon, 01 Jun 2026 11:00:00 GMT', null],
])('reads %j as %j ms', (retryAfter, ms) => {
  expect(readRetryAfter({ headers: { 'retry-after': retryAfter } }, now)).toBe(ms)
})

it.each([
  ['2', 0, 2_000],
  ['0', 0, 500],
  ['0.0', 2, 2_000],
  ['Mon, 01 Jun 2015 11:00:00 GMT', 1, 1_000],
  ['0', 90, 8_000],
  ['soon', 0, null],
  ['-3', 0, null],
  ['', 0, null],
])('%j is followed, for the try number %i, by one after %j ms', (retryAfter, tries, ms) => {
  expect(readNextTry({ headers: { 'retry-after': retryAfter } }, tries, now)).toBe(ms)
})

it("holds a date against the answer's own clock", () => {
  const headers = { 'retry-after': inAMinute, date: 'Mon, 01 Jun 2026 12:00:50 GMT' }
  expect(readRetryAfter({ headers }, now)).toBe(10_000)
})

it('takes an answer that asks for nothing, and the first of two', () => {
  expect(readRetryAfter({ headers: {} }, now)).toBeNull()
  expect(readRetryAfter({ headers: { 'retry-after': ['2', '9'] } }, now)).toBe(2_000)
})

describe('a signal that many requests wait for', () => {
  it('interrupts those under way, each once, and none that is over', () => {
    const { signal, abort } = signalOf()
    const calls: string[] = []
    onAbort(signal, () => calls.push('first'))
    const forget = onAbort(signal, () => calls.push('second'))
    onAbort(signal, () => calls.push('third'))
    forget()
    abort()
    abort()
    expect(calls).toEqual(['first', 'third'])
  })
  it('lets a request forget itself while it is interrupted', () => {
    const { signal, abort } = signalOf()
    const calls: string[] = []
    const forget = onAbort(signal, () => {
      calls.push('first')
      forget()
    })
    onAbort(signal, () => calls.push('second'))
    abort()
    expect(calls).toEqual(['first', 'second'])
  })
  it('is none of the concern of requests that wait for another', () => {
    const calls: string[] = []
    onAbort(signalOf().signal, () => calls.push('other'))
    const { signal, abort } = signalOf()
    onAbort(signal, () => calls.push('own'))
    abort()
    expect(calls).toEqual(['own'])
  })
})

function signalOf(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
