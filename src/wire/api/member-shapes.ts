import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json/json.ts'

/** `default` (published), `draft` (latest saved), or a number of at least 0, also in digits (Versioning, CHA-23). */
export type AgentVersion = 'default' | 'draft' | number | string

/** The versions that we send: only those that every service reads the same way (CHA-25, CHA-26, CHA-28). */
export const agentVersionShape: z.ZodType<AgentVersion> = z.union([
  z.enum(['default', 'draft']),
  z.int().min(0),
  z.string().regex(/^\d+$/, 'expected default, draft or a number'),
])

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

/** Any JSON object. Values come from `JSON.parse`, so only the outermost kind needs checking. */
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(isJsonObject, 'expected an object')

/** A version as requests spell it: digits become a number. */
export function askedVersion(version: string): number | string {
  return /^\d+$/.test(version) ? Number(version) : version
}
