import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The first of some members that is a text and not empty; null where none is. */
export function textIn(value: JsonObject, ...names: readonly string[]): string | null {
  return names.map((name) => textOf(value[name])).find((each) => each !== '') ?? null
}

/** The first of some members that is there and not null. */
export function firstIn(value: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  return names.map((name) => value[name]).find((each) => each !== undefined && each !== null)
}

/** An object; an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Whether a value is an object that tells its type. */
export function isTyped(value: unknown): value is JsonObject & { type: string } {
  return isJsonObject(value) && typeof value.type === 'string'
}

/** A list; an empty one for anything else. */
export function listOf(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list; none for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return listOf(value).filter(isJsonObject)
}

/** Parses a text that is JSON, since tools store values in text columns; any other value stays as it is. */
export function unpack(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value !== 'string' || !/^\s*[[{]/.test(value) ? value : (parseJson(value) ?? value)
}

/** A timestamp in milliseconds since 1970: ISO 8601, or a number whose size tells its unit; else null. */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'string' && !/^\d+(?:\.\d+)?$/.test(value)) {
    // Python writes UTC timestamps without a zone, which would be parsed as local time.
    const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$|^\d{4}-\d\d-\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`
    const ms = Date.parse(zoned)
    return Number.isNaN(ms) ? null : ms
  }
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!(number > 0)) return null
  if (number < 1e11) return number * 1_000
  if (number < 1e14) return number
  return number < 1e17 ? number / 1_000 : number / 1e6
}

/** A value and those above it, from the inside out; a circle ends where it would close. */
export function chainOf<T>(start: T, above: (each: T) => T | undefined): T[] {
  const chain = new Set([start])
  for (let at = above(start); at !== undefined && !chain.has(at); at = above(at)) chain.add(at)
  return [...chain]
}
