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
])('reads %j as %j ms', (written, ms) => {
  expect(readRetryAfter({ headers: { 'retry-after': written } }, now)).toBe(ms)
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
])('%j is followed, for the try number %i, by one after %j ms', (written, tries, ms) => {
  expect(readNextTry({ headers: { 'retry-after': written } }, tries, now)).toBe(ms)
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
    const heard: string[] = []
    onAbort(signal, () => heard.push('first'))
    const forget = onAbort(signal, () => heard.push('second'))
    onAbort(signal, () => heard.push('third'))
    forget()
    abort()
    abort()
    expect(heard).toEqual(['first', 'third'])
  })
  it('lets a request forget itself while it is interrupted', () => {
    const { signal, abort } = signalOf()
    const heard: string[] = []
    const forget = onAbort(signal, () => {
      heard.push('first')
      forget()
    })
    onAbort(signal, () => heard.push('second'))
    abort()
    expect(heard).toEqual(['first', 'second'])
  })
  it('is none of the concern of requests that wait for another', () => {
    const heard: string[] = []
    onAbort(signalOf().signal, () => heard.push('other'))
    const { signal, abort } = signalOf()
    onAbort(signal, () => heard.push('own'))
    abort()
    expect(heard).toEqual(['own'])
  })
})

function signalOf(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
