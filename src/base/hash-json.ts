import { createHash } from 'node:crypto'
import { isJsonObject, type JsonValue } from './json.ts'

/** Sixteen digits that stand for a JSON value, whatever the order of the members of its objects. */
export function hashJson(value: JsonValue): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16)
}

/** JSON with the members of objects in one order. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
}
