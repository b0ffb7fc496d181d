import type { JsonObject, JsonValue } from '../../base/json.ts'
import { mostText, TooLarge } from './too-large.ts'

/**
 * Replaces `${variable}` with the customer's details, in one pass: a value that contains a placeholder is not expanded
 * again, and `$` in values is literal (SUB-04). A placeholder without a value stays as written (SUB-02); only own
 * members count (SUB-06); objects become JSON, null becomes empty (SUB-03).
 * @throws TooLarge for a text that would be longer than can be sent
 */
export function substitute(text: string, variables: JsonObject): string {
  if (!text.includes('${')) return text
  let room = mostText - text.length
  return text.replace(/\$\{([A-Za-z0-9_]+)\}/g, (whole, name: string) => {
    const put = Object.hasOwn(variables, name) ? asText(variables[name]) : whole
    room -= put.length
    if (room < 0) throw new TooLarge()
    return put
  })
}

/** A value as text. */
export function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
