import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { memberPath } from './member-path.ts'

/** Collecting stops at this many facts: more would not make two values noticeably more or less alike. */
const limit = 200

/** What a JSON value states, as texts: each path to a scalar, and each such path with its value. */
export function listFacts(value: JsonValue): Set<string> {
  const facts = new Set<string>()
  const walk = (each: JsonValue, path: string): void => {
    if (facts.size >= limit) return
    if (Array.isArray(each)) for (const [index, item] of each.entries()) walk(item, memberPath(path, index))
    else if (isJsonObject(each)) for (const [key, member] of Object.entries(each)) walk(member, memberPath(path, key))
    else facts.add(path).add(`${path} = ${JSON.stringify(each)}`)
  }
  walk(value, '')
  return facts
}
