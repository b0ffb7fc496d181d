import { duplicateMember } from '../../base/duplicate-member.ts'
import { parseExactJson } from '../../base/exact-number.ts'
import type { JsonValue } from '../../base/json.ts'
import { isTooDeep } from '../../base/nesting.ts'

/** The JSON that a text is, or else each of its fenced blocks that is JSON. A text that has a member twice says no one thing, and is none. */
export function findJson(text: string): JsonValue[] {
  const whole = parse(text)
  if (whole !== undefined) return [whole]
  return [...text.matchAll(/^ *```[^\n`]*\n(.*?)^ *```/gms)]
    .map(([, block = '']) => parse(block))
    .filter((value) => value !== undefined)
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
