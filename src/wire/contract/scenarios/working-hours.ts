import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { hour, instant, writeInstant, zone } from '../requests/interesting-values.ts'

/** When something is due, and the hours in which it may happen. */
export interface Hours {
  /** Milliseconds. */
  at: number
  start: string | null
  end: string | null
  zone: string
}

/** Where an instant lies in its hours. On an edge, the interface says nothing about seconds (SCH-08). */
export function placeOf({ at, start, end, zone }: Hours): 'before' | 'after' | 'inside' | 'edge' {
  const { time } = localTime(at, zone)
  if (time === `${start}:00` || time === `${end}:00`) return 'edge'
  if (start !== null && time < `${start}:00`) return 'before'
  return end !== null && time > `${end}:00` ? 'after' : 'inside'
}

/** What is wrong with the instant at which something due happens, given its hours; null if nothing is. */
export function findMisplaced(hours: Hours, happens: number): string | null {
  const { at, start, end, zone } = hours
  const place = placeOf(hours)
  if (place === 'inside' || place === 'edge')
    return happens === at ? null : say(hours, happens, new Date(at).toISOString())
  const { date } = localTime(at, zone)
  const expected = { date: place === 'before' ? date : nextDate(date), time: `${start ?? '00:00'}:00` }
  const got = localTime(happens, zone)
  // an hour skipped by the change to daylight saving time has no instant (SCH-14)
  const skipped = got.time > expected.time && !hasTime(expected, zone)
  if (got.date === expected.date && (got.time === expected.time || skipped)) return null
  return say({ ...hours, end }, happens, `${expected.date} ${expected.time}`)
}

/** Whether a local time exists on a date in a zone, found by trying every possible offset in quarters of an hour. */
function hasTime({ date, time }: { date: string; time: string }, zone: string): boolean {
  const inUtc = Date.parse(`${date}T${time}Z`)
  return Array.from({ length: 113 }, (_, quarter) => inUtc + (quarter - 56) * 900_000).some((each) => {
    const local = localTime(each, zone)
    return local.date === date && local.time === time
  })
}

function say({ at, start, end, zone }: Hours, happens: number, expected: string): string {
  const got = localTime(happens, zone)
  return `due ${new Date(at).toISOString()}, hours ${start ?? 'open'} to ${end ?? 'open'} in ${zone}: expected ${expected}, got ${got.date} ${got.time}`
}

export const drawnHours: fc.Arbitrary<Hours> = fc
  .record({ at: instant, first: hour, second: hour, zone })
  .filter(({ first, second }) => first !== second)
  .map(({ at, first, second, zone }) => ({
    at,
    start: first < second ? first : second,
    end: first < second ? second : first,
    zone,
  }))

/** Due times shortly after the end of the hours, where small errors show. */
export const justAfter: fc.Arbitrary<Hours> = fc
  .record({ start: hour, end: hour, late: fc.constantFrom(30, 60, 61, 600, 3_540) })
  .filter(({ start, end }) => start < end && end < '22:00')
  .map(({ start, end, late }) => ({ at: Date.parse(`2027-05-05T${end}:00Z`) + late * 1_000, start, end, zone: 'UTC' }))

/** Hours that start soon after the due time in India; half an hour off in a neighbouring zone. */
export const indianNoon: fc.Arbitrary<Hours> = fc
  .integer({ min: 40, max: 59 })
  .map((minute) => ({ at: Date.parse('2027-05-05T06:00:00Z'), start: `11:${minute}`, end: null, zone: 'Asia/Kolkata' }))

/** The members of a message or a call that state when it is due, and its hours; `named` says whether the zone, too. */
export function bodyOfHours({ at, start, end, zone }: Hours, hasZone = true): JsonObject {
  return {
    scheduleTime: writeInstant(at),
    ...(start === null ? {} : { startWorkingHour: start }),
    ...(end === null ? {} : { endWorkingHour: end }),
    ...(hasZone ? { timezone: zone } : {}),
  }
}

/** A local date and time of day. */
interface LocalTime {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM:SS */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function localTime(instant: number, zone: string): LocalTime {
  const format = formats.get(zone) ?? makeFormat(zone)
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  }
}

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function makeFormat(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  formats.set(zone, format)
  return format
}
