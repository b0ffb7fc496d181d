import { toNormalForm } from '../text/normal-form.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

export interface JsonObject {
  [key: string]: JsonValue
}

/** Whether a value is an object: not an array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two JSON values are equal, whatever the order of object members. */
export function sameJson(one: unknown, two: unknown): boolean {
  if (one === two) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false
  if (Array.isArray(one) || Array.isArray(two)) return Array.isArray(one) && Array.isArray(two) && sameItems(one, two)
  const members = Object.keys(one)
  if (members.length !== Object.keys(two).length) return false
  for (const key of members) {
    if (!Object.hasOwn(two, key)) return false
    if (!sameJson((one as Record<string, unknown>)[key], (two as Record<string, unknown>)[key])) return false
  }
  return true
}

function sameItems(one: readonly unknown[], two: readonly unknown[]): boolean {
  return one.length === two.length && one.every((item, index) => sameJson(item, two[index]))
}

/** Whether two names are equal in Unicode NFC: `café` with a precomposed é equals `café` with a combining accent. */
export function isSameName(one: string, other: string): boolean {
  return one === other || toNormalForm(one, 'NFC') === toNormalForm(other, 'NFC')
}

/** The member of an object with this name, in whichever Unicode form. */
export function memberNamed(object: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(object, name)) return object[name]
  const same = Object.keys(object).find((each) => isSameName(each, name))
  return same === undefined ? undefined : object[same]
}

/** Sets a member of any name. A plain assignment to `__proto__` would change what the object inherits instead. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
