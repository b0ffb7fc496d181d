import { describe, expect, it } from 'vitest'
import { isDate, readInstant } from './instant.ts'

describe('an instant', () => {
  it.each([
    ['2026-03-29T01:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T01:00Z', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T01:00:00.5+02:00', '2026-03-28T23:00:00.500Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0050-02-28T00:00:00Z', '0050-02-28T00:00:00.000Z'],
  ])('is read as it is written: %s', (text, iso) => {
    expect(new Date(readInstant(text) ?? Number.NaN).toISOString()).toBe(iso)
  })

  it.each([
    ['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2100-02-29T00:00:00Z', '2026-04-31T00:00:00Z'],
    ['2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z', '2026-03-00T00:00:00Z'],
    ['2026-03-27T24:00:00Z', '2026-03-27T23:60:00Z', '2026-03-27T23:59:60Z', '2026-03-27T12Z'],
    ['2026-03-27T10:00:00', '2026-03-27', '2026-03-27T10:00:00+99:00', '2026-03-27 10:00:00Z', 'now', ''],
  ])('is none where no such day or hour is: %s, %s, %s, …', (...texts) => {
    for (const text of texts) expect(readInstant(text), text).toBe(null)
  })

  it('takes the zone that is given for one that names none', () => {
    expect(readInstant('2026-03-27T10:00:00', 'Z')).toBe(Date.UTC(2026, 2, 27, 10))
    expect(readInstant('2026-03-27T10:00:00+01:00', 'Z')).toBe(Date.UTC(2026, 2, 27, 9))
  })

  it('has days of the calendar alone', () => {
    expect(['2026-02-28', '2024-02-29', '0004-02-29'].every(isDate)).toBe(true)
    expect(['2026-02-29', '2026-2-28', '2026-02-28T00:00:00Z'].some(isDate)).toBe(false)
  })
})
