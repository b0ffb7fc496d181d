import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { utcInstantShape } from '../../wire/api/member-shapes.ts'
import { isInstant, latestInstant, latestShown } from './clock.ts'

/** Local time in a time zone: a date, and seconds since midnight as a wall clock counts them. */
interface LocalTime {
  /** YYYY-MM-DD. */
  date: string
  /** Whole seconds; fractions are dropped, so that 18:00:00.500 still counts as 18:00 (SCH-08). */
  second: number
}

/** The local time of a zone at an instant, in milliseconds since the epoch. */
export function localTimeOf(instant: number, zone: string): LocalTime {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone)
  return { date: local.toPlainDate().toString(), second: (local.hour * 60 + local.minute) * 60 + local.second }
}

/**
 * The first instant at or after `least` at which a zone's clocks show an hour of a date. An hour skipped in spring
 * gives the first instant after the gap (SCH-14); one that occurs twice in autumn, its first occurrence (SCH-15).
 */
export function instantOf(date: string, hour: string, zone: string, least: number): number {
  const wanted = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(hour))
  const first = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (!first.toPlainDateTime().equals(wanted)) {
    return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
  }
  if (first.epochMilliseconds >= least) return first.epochMilliseconds
  return wanted.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
}

/** The date some days later: the calendar's next day, not 24 hours later (SCH-15). */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const pattern = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

/** A date-time with or without offset (SCH-18, SCH-19). */
export const dateTimeShape: z.ZodType<string> = z
  .string()
  .refine(
    (text) => isDate(pattern.exec(text)?.[1] ?? '') && !Number.isNaN(readInstant(text)),
    'expected an ISO date-time',
  )
  .refine((text) => !(readInstant(text) > latestInstant), `expected a date-time until ${latestShown}`)

/** A UTC instant for a call, YYYY-MM-DDTHH:MM:SSZ, that a clock can show (WIN-08). */
export const callTimeShape: z.ZodType<string> = utcInstantShape.refine(
  (time) => pattern.test(time) && isDate(time.slice(0, 10)) && isInstant(Date.parse(time)),
  `expected YYYY-MM-DDTHH:MM:SSZ, until ${latestShown}`,
)

/** The instant of a date-time; one without offset counts as UTC (SCH-18). */
export function readInstant(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
}
