import type { JsonObject, JsonValue } from './json.ts'

/** Gives an object a member of any name. A plain assignment to `__proto__` would change what the object inherits instead. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
