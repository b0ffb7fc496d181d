/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object with string keys. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Whether a value is an object with members: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
