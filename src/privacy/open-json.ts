import { parseExactJson } from '../base/exact-number.ts'
import type { JsonObject, JsonValue } from '../base/json.ts'
import { isTooDeep } from '../base/nesting.ts'

/** The object or list that a text holds as JSON, as the outputs of tools do; undefined when it is an ordinary text. */
export function openJson(text: string): JsonValue[] | JsonObject | undefined {
  if (!beginsLikeJson(text) || isTooDeep(text)) return undefined
  try {
    return parseExactJson(text) as JsonValue[] | JsonObject
  } catch {
    return undefined // begins like JSON and is none
  }
}

/** Nearly every text begins with a letter or a digit. */
function beginsLikeJson(text: string): boolean {
  const first = text.charCodeAt(0)
  return first === 0x7b || first === 0x5b || (first <= 0x20 && /^\s*[[{]/.test(text))
}
