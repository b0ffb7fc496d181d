import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { parseJson } from '../../engine/transcript/parse-json.ts'
import type { Session } from '../../wire/api/session.ts'

/** Long numbers that stand whole as an id of a thing, as `item_id: "9523456873"` does: they only look like phone numbers. */
export function idsIn({ transcript }: Session): Set<string> {
  const ids = new Set<string>()
  const visit = (value: JsonValue, key: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, key)
    else if (isJsonObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        if (/^\d{8,}$/.test(name)) ids.add(name)
        visit(each, name)
      }
    } else if (/(?:^|_)ids?$|[a-z]Ids?$/.test(key) && /^\d{8,}$/.test(String(value))) ids.add(String(value))
  }
  for (const entry of transcript) {
    if (entry.type === 'function_call') visit(entry.arguments, '')
    else if (entry.type === 'function_call_output') visit(parseJson(entry.output) ?? null, '')
  }
  return ids
}

/** What people and tools wrote in a session: no ids, moments and names that the service itself gives. */
export function privateParts({ transcript, dynamicVariables, analysis }: Session): JsonValue[] {
  const said = transcript.flatMap((entry): JsonValue[] => {
    switch (entry.type) {
      case 'message':
        return [entry.content as unknown as JsonValue, entry.metadata]
      case 'function_call':
        return [entry.arguments]
      case 'function_call_output':
        return [entry.output]
      case 'thinking':
        return [entry.thinking]
      case 'summary':
        return [entry.summary]
      default:
        return []
    }
  })
  return [dynamicVariables ?? null, analysis ?? null, ...said]
}
