import { z } from 'zod'

/** An hour of the day, HH:MM in 24 hours (SCH-16). */
export const hourShape: z.ZodType<string> = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM')

/** A UTC instant, YYYY-MM-DDTHH:MM:SSZ (WIN-08). */
export const utcInstantShape: z.ZodType<string> = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'expected YYYY-MM-DDTHH:MM:SSZ')

/** A calendar date, YYYY-MM-DD. */
export const dateShape: z.ZodType<string> = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'expected YYYY-MM-DD')

/** A call's priority: 1 is the highest, 100 the lowest (QUE-03). */
export const priorityShape: z.ZodType<number> = z.int().min(1).max(100)
