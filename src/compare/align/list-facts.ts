import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { memberPath } from './member-path.ts'

/** Beyond this many, facts no longer make two values more or less alike. */
const limit = 200

/** What a value says, as texts: each path it has, and each path with the value there. */
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
