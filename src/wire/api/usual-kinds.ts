import { isJsonObject, type JsonObject } from '../../base/json.ts'

/** An object from the wire. One with a `__proto__` member of its own is left to its shape. */
export function isUsualObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, '__proto__')
}

/** A text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A text, or null where there is none. */
export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

/** An object, or null where there is none. */
export function isObjectOrNull(value: unknown): value is JsonObject | null {
  return value === null || isJsonObject(value)
}
