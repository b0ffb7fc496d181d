import { Temporal } from 'temporal-polyfill'

/** Local time in a time zone: a date, and seconds since midnight as a wall clock counts them. */
export interface LocalTime {
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
