import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { ToolCall } from './tool-call.ts'

/** A text, number or truth value inside a JSON value, and the way to it. */
export interface Leaf {
  value: string | number
  path: (string | number)[]
}

/** Text and numbers in a JSON value, in order; at most two thousand, since listings can be long. */
export function leavesOf(value: JsonValue): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (each: JsonValue, path: (string | number)[]): void => {
    if (leaves.length >= 2_000 || path.length > 12) return
    if (typeof each === 'string' || typeof each === 'number') leaves.push({ value: each, path })
    else if (Array.isArray(each)) for (const [index, item] of each.entries()) visit(item, [...path, index])
    else if (isJsonObject(each)) for (const [key, member] of Object.entries(each)) visit(member, [...path, key])
  }
  visit(value, [])
  return leaves
}

/** What a call gave back, as captures see it. */
export function outputOf({ output }: ToolCall): JsonValue {
  return output === null ? null : (output.json ?? output.text)
}
