import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json.ts'

/** Any JSON object. Values come from `JSON.parse`, so only the outermost kind needs checking. */
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(isJsonObject, 'expected an object')
