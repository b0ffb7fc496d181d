import { parseExactJson } from '../../base/exact-number.ts'
import type { JsonValue } from '../../base/json.ts'
import { isTooDeep } from '../../base/nesting.ts'

/** The value of a text that is JSON; undefined for plain text, which an output may be (TRN-12). */
export function parseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\-\dtfn]/.test(text) || isTooDeep(text)) return undefined
  try {
    return parseExactJson(text) as JsonValue
  } catch {
    return undefined // plain text, which is allowed (TRN-12)
  }
}
