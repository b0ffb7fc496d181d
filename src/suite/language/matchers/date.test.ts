import { describe, expect, it } from 'vitest'
import { resolveNow } from '../../../engine/expect/prepare-expectation.ts'
import { said } from '../../../engine/transcript/entries.fixture.ts'
import { mentionsOf } from '../script/mentions.ts'
import { readIsoDate, readMoment } from './date.ts'

describe('an instant in a script', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01T09:00+0530', '2026-03-01T03:30:00.000Z'],
    ['2026-03-01 09:00:00.5+01', '2026-03-01T08:00:00.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s', (text, instant) => {
    const read = readMoment(text)
    expect(read.kind === 'fixed' ? new Date(read.ms).toISOString() : read).toBe(instant)
  })
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '03/01/2026', 'someday', '20260301', '2026-03-01T25:00:00Z', ''])(
    'is not %j',
    (text) => {
      expect(readMoment(text)).toMatchObject({ kind: 'unreadable', reason: `"${text}" is not a date` })
    },
  )
  it('is no more than a thousand years away', () => {
    expect(readMoment('now - 365000 d')).toEqual({ kind: 'now', offsetMs: -365_000 * 86_400_000 })
    const reason = '"now + 365001 d" is more than a thousand years away'
    expect(readMoment('now + 365001 d')).toMatchObject({ kind: 'unreadable', reason })
  })
  it('names its zone; of what an agent says it is UTC', () => {
    expect(readMoment('2026-03-01 10:00')).toMatchObject({ hint: 'write 2026-03-01T10:00Z for UTC' })
    expect(readIsoDate('2026-03-01 10:00', 'Z')).toBe(Date.UTC(2026, 2, 1, 10))
  })
  it.each([
    ['now', 0],
    ['now + 36 h', 129_600_000],
    ['now-2d', -172_800_000],
    ['now - 1.5 min', -90_000],
  ])('may be reckoned: %s', (text, offsetMs) => {
    expect(readMoment(text)).toEqual({ kind: 'now', offsetMs })
  })
})

describe('now', () => {
  const date = { kind: 'date', sign: 'after', bound: 'now - 1 h', at: { line: 1, column: 1, length: 1 } }
  it('is the time of the last entry', () => {
    const entries = [said('user', 'hi', 5_000), said('assistant', 'ok', 3_600_000), said('assistant', 'ok', 1_000)]
    expect(resolveNow({ reply: [date] }, entries)).toEqual({ reply: [{ ...date, bound: '2026-01-01T00:00:00.000Z' }] })
  })
  it('costs nothing where it is not said', () => {
    const fixed = { reply: { ...date, bound: '2026-03-01' } }
    expect([resolveNow(fixed, []) === fixed, mentionsOf(fixed).now, mentionsOf({ a: [date] }).now]).toEqual([
      true,
      false,
      true,
    ])
  })
})
