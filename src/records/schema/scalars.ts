import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../base/json.ts'

/** Any JSON value; nothing to check, since documents come from `JSON.parse`. */
export const jsonValue: z.ZodType<JsonValue> = z.unknown() as z.ZodType as z.ZodType<JsonValue>

/** Any JSON object. */
export const anyObject: z.ZodType<JsonObject> = z.record(z.string(), jsonValue)

/** A whole number of at least 0. */
export const countOf = (description: string): z.ZodNumber => z.number().int().min(0).meta({ description })

/** A time in milliseconds. */
export const milliseconds = (description: string): z.ZodNumber => z.number().meta({ description })
