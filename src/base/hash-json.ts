import { hash } from 'node:crypto'
import { isJsonObject } from './json.ts'

/** Whether a member of an object, or an item of a list, does not count. */
type LeavesOut = (member: unknown) => boolean

/** Sixteen digits that stand for a JSON value, whatever the order of the members of its objects, but for what is left out of it. */
export function hashJson(value: unknown, leavesOut: LeavesOut = () => false): string {
  return hash('sha256', canonical(value, leavesOut)).slice(0, 16)
}

/** JSON with the members of objects in one order. */
function canonical(value: unknown, leavesOut: LeavesOut): string {
  if (typeof value === 'string') return quote(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) if (!leavesOut(item)) text += `${text === '' ? '' : ','}${canonical(item, leavesOut)}`
    return `[${text}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value ?? null)
  for (const key of sortedKeys(value)) {
    const member: unknown = value[key]
    if (!leavesOut(member)) text += `${text === '' ? '' : ','}${quote(key)}:${canonical(member, leavesOut)}`
  }
  return `{${text}}`
}

/** Nearly all are in order as they are. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key)
  return isSorted ? keys : keys.sort()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

function quote(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}
