import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'

/** What Zod writes for the bounds of any integer; they say nothing about the service. */
const integerBounds: readonly JsonValue[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Leaves out of a generated schema what says nothing to its reader: `$schema`, `$id`, the bounds of any integer, and `additionalProperties: {}`. */
export function tidySchema(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value))
  return Object.fromEntries(kept.map(([key, value]) => [key, tidyValue(value)]))
}

function tidyValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(tidyValue)
  return isJsonObject(value) ? tidySchema(value) : value
}

function isNoise(key: string, value: JsonValue): boolean {
  if (key === '$schema' || key === '$id') return true
  if (key === 'minimum' || key === 'maximum') return integerBounds.includes(value)
  return key === 'additionalProperties' && isJsonObject(value) && Object.keys(value).length === 0
}
