import { hash } from 'node:crypto'
import { isJsonObject } from './json.ts'

type LeavesOut = (name: string, member: unknown) => boolean

/** Hashes JSON to sixteen hex digits, in any order of members; without undefined ones and those of `leavesOut`. */
export function hashJson(value: unknown, leavesOut: LeavesOut = () => false): string {
  return hash('sha256', canonical(value, leavesOut), 'buffer').toString('hex', 0, 8) // no slice of a longer text
}

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
