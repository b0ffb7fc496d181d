import { duplicateMember } from '../base/duplicate-member.ts'
import { parseExactJson } from '../base/exact-number.ts'
import type { JsonValue } from '../base/json.ts'
import { isTooDeep } from '../base/nesting.ts'

/** The JSON that a text is, or else what its first fenced block holds that is JSON; undefined when there is none. A text that has a member twice says no one thing, and is none. */
export function findJson(text: string): JsonValue | undefined {
  const whole = parse(text)
  if (whole !== undefined) return whole
  for (const [, block = ''] of text.matchAll(/^ *```[^\n`]*\n(.*?)^ *```/gms)) {
    const value = parse(block)
    if (value !== undefined) return value
  }
  return undefined
}

function parse(text: string): JsonValue | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const value = parseExactJson(text) as JsonValue
    return duplicateMember(text) === null ? value : undefined
  } catch {
    return undefined // the mismatch says that the text is no JSON
  }
}
