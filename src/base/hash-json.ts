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
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonical(item, leavesOut)}`
    return `[${text}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value ?? null)
  for (const key of Object.keys(value).sort()) {
    const member: unknown = value[key]
    if (member !== undefined && !leavesOut(key, member))
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member, leavesOut)}`
  }
  return `{${text}}`
}
