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
  if (Array.isArray(value)) {
    const items = value.filter((item) => !leavesOut(item)).map((item) => canonical(item, leavesOut))
    return `[${items.join(',')}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value ?? null)
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const member: unknown = value[key]
    if (leavesOut(member)) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member, leavesOut)}`
  }
  return `{${text}}`
}
