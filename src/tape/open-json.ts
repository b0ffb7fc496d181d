import type { JsonObject, JsonValue } from '../base/json.ts'
import { isTooDeep } from '../base/nesting.ts'

/** The object or list that a text holds as JSON, as the outputs of tools do; undefined when it is an ordinary text. */
export function openJson(text: string): JsonValue[] | JsonObject | undefined {
  if (!/^\s*[[{]/.test(text) || isTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as JsonValue[] | JsonObject
  } catch {
    return undefined // begins like JSON and is none
  }
}
