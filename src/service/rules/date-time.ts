import { z } from 'zod'
import { utcInstantShape } from '../../wire/api/schedule.ts'
import { isInstant, latestInstant, latestShown } from '../time/instant.ts'
import { isDate } from '../time/local-time.ts'

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
