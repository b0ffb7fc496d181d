import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { latestInstant, latestShown, readInstant } from '../../base/instant.ts'
import { remembering } from '../../base/memoize.ts'
import { utcInstantShape } from '../../wire/api/member-shapes.ts'
import { isInstant } from './clock.ts'

/**
 * Whether a text is an IANA zone's exact name or link (SCH-17): runtimes also take `IST`, other cases and offsets.
 * Cached: finding out takes longer than answering a request.
 */
export const isTimeZone: (name: string) => boolean = remembering(
  600,
  (name) => {
    try {
      const zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
      return zone === name && !/^[+-]/.test(name) && name !== 'US/Pacific-New'
    } catch {
      return false // also where the runtime's zone data is too old
    }
  },
  60_000,
)

/** A zone's date (YYYY-MM-DD) and whole seconds since midnight; fractions drop, as 18:00:00.500 is 18:00 (SCH-08). */
export function localTimeOf(instant: number, zone: string): { date: string; second: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone)
  return { date: local.toPlainDate().toString(), second: (local.hour * 60 + local.minute) * 60 + local.second }
}

/** The first instant from `least` on that shows an hour: after a spring gap (SCH-14), the first in autumn (SCH-15). */
export function instantOf(date: string, hour: string, zone: string, least: number): number {
  const localTime = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(hour))
  const first = localTime.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (!first.toPlainDateTime().equals(localTime)) {
    return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
  }
  if (first.epochMilliseconds >= least) return first.epochMilliseconds
  return localTime.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
}

/** The date some days later: the calendar's next day, not 24 hours later (SCH-15). */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** A date-time with or without offset (SCH-18, SCH-19). */
export const dateTimeShape: z.ZodType<string> = z
  .string()
  .refine((text) => readInstant(text, 'Z') !== null, 'expected an ISO date-time')
  .refine((text) => !((readInstant(text, 'Z') ?? 0) > latestInstant), `expected a date-time until ${latestShown}`)

/** A UTC instant for a call, YYYY-MM-DDTHH:MM:SSZ, that a clock can show (WIN-08). */
export const callTimeShape: z.ZodType<string> = utcInstantShape.refine(
  (time) => isInstant(readInstant(time) ?? Number.NaN),
  `expected YYYY-MM-DDTHH:MM:SSZ, until ${latestShown}`,
)

/** The instant of a date-time accepted by `dateTimeShape`; one without offset counts as UTC (SCH-18). */
export function instantAsked(text: string): number {
  return readInstant(text, 'Z') ?? Number.NaN
}
