import type { JsonObject, JsonValue } from './json.ts'

/** Whether two names are the same in Unicode NFC: `café` with one letter at its end is `café` with two. */
export function isSameName(one: string, other: string): boolean {
  return one === other || (isWide(`${one}${other}`) && one.normalize('NFC') === other.normalize('NFC'))
}

/** The member of an object that has this name, in whichever Unicode form. */
export function memberNamed(object: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(object, name)) return object[name]
  const same = Object.keys(object).find((each) => isSameName(each, name))
  return same === undefined ? undefined : object[same]
}

/** Whether a text has characters that Unicode writes in several forms. */
function isWide(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}
