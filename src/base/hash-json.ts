import { hash } from 'node:crypto'
import { isJsonObject } from './json.ts'

/** Whether a member of an object does not count. */
type LeavesOut = (name: string, member: unknown) => boolean

/**
 * Hashes a JSON value to sixteen hexadecimal digits, whatever the order of the members of its objects. Members for
 * which `leavesOut` is true, and undefined ones, do not count.
 */
export function hashJson(value: unknown, leavesOut: LeavesOut = () => false): string {
  return hash('sha256', canonical(value, leavesOut)).slice(0, 16)
}

/** JSON with the members of objects in one order. */
function canonical(value: unknown, leavesOut: LeavesOut): string {
  if (typeof value === 'string') return quote(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonical(item, leavesOut)}`
    return `[${text}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value ?? null)
  for (const key of sortedKeys(value)) {
    const member: unknown = value[key]
    if (member !== undefined && !leavesOut(key, member))
      text += `${text === '' ? '' : ','}${quote(key)}:${canonical(member, leavesOut)}`
  }
  return `{${text}}`
}

/** An insertion sort in place: most objects have a few members, and `sort` would copy them. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  if (keys.length > 16) return keys.sort()
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] as string
    let at = end
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
  return keys
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

function quote(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}
