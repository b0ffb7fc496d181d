import { describe, expect, it } from 'vitest'
import { nextOpening } from './working-hours.ts'

const opening = (due: string, start: string | null, end: string | null, timezone: string): string =>
  new Date(nextOpening(Date.parse(due), { start, end, timezone })).toISOString()

describe('nextOpening', () => {
  it.each([
    // due, start, end, zone, expected
    ['2026-03-03T05:00:00.000Z', null, null, 'UTC', '2026-03-03T05:00:00.000Z'],
    ['2026-03-03T18:00:00.999Z', '09:00', '18:00', 'UTC', '2026-03-03T18:00:00.999Z'],
    ['2026-03-03T18:00:01.000Z', '09:00', '18:00', 'UTC', '2026-03-04T09:00:00.000Z'],
    ['2026-03-03T23:59:59.999Z', '00:00', '23:59', 'UTC', '2026-03-04T00:00:00.000Z'],
    // New York skips 02:00 to 03:00 on 8 March, and repeats 01:00 to 02:00 on 1 November
    ['2026-03-08T06:59:59.000Z', '02:00', '03:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T06:59:59.000Z', '02:59', '02:59', 'America/New_York', '2026-03-09T06:59:00.000Z'],
    ['2026-11-01T05:10:00.000Z', '01:30', null, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // in the second pass of the hour, its first half past is over and the second is still to come
    ['2026-11-01T06:10:00.000Z', '01:30', null, 'America/New_York', '2026-11-01T06:30:00.000Z'],
    ['2026-10-31T22:00:00.000Z', '09:00', '17:00', 'America/New_York', '2026-11-01T14:00:00.000Z'],
    // Lord Howe moves by half an hour
    ['2026-10-03T14:00:00.000Z', '02:15', null, 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    // Cairo begins its summer at midnight: 24 April 2026 has no 00:00 to 01:00
    ['2026-04-23T20:30:00.000Z', null, '18:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // Apia had no 30 December 2011: the next day at nine is the 31st
    ['2011-12-30T06:00:00.000Z', '09:00', '17:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
    // a night that wraps
    ['2026-03-03T05:59:59.000Z', '22:00', '06:00', 'UTC', '2026-03-03T05:59:59.000Z'],
    ['2026-03-03T12:00:00.000Z', '22:00', '06:00', 'UTC', '2026-03-03T22:00:00.000Z'],
  ])('%s with %s to %s in %s opens at %s', (due, start, end, zone, expected) => {
    expect(opening(due, start, end, zone)).toBe(expected)
  })
})
