import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { ToolCall } from './tool-call.ts'

/** A value inside a JSON value, a text or a number unless others were asked for, with its path. */
export interface TextLeaf<T = string | number> {
  value: T
  path: (string | number)[]
}

const isTextOrNumber = (value: JsonValue): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The texts and numbers in a JSON value, in order; at most two thousand, since listings can be long. */
export function leavesOf(value: JsonValue): TextLeaf[]
export function leavesOf<T extends JsonValue>(value: JsonValue, isLeaf: (each: JsonValue) => each is T): TextLeaf<T>[]
export function leavesOf(
  value: JsonValue,
  isLeaf: (each: JsonValue) => boolean = isTextOrNumber,
): TextLeaf<JsonValue>[] {
  const leaves: TextLeaf<JsonValue>[] = []
  const visit = (each: JsonValue, path: (string | number)[]): void => {
    if (leaves.length >= 2_000 || path.length > 12) return
    if (isLeaf(each)) leaves.push({ value: each, path })
    else if (Array.isArray(each)) for (const [index, item] of each.entries()) visit(item, [...path, index])
    else if (isJsonObject(each)) for (const [key, member] of Object.entries(each)) visit(member, [...path, key])
  }
  visit(value, [])
  return leaves
}

export function outputOf({ output }: ToolCall): JsonValue {
  return output === null ? null : (output.json ?? output.text)
}

/** The offset of a value that occurs in a text as a separate word; -1 when it does not. Case-sensitive. */
export function findWord(text: string, value: string, from = 0): number {
  for (let at = text.indexOf(value, from); at !== -1 && value !== ''; at = text.indexOf(value, at + 1)) {
    if (
      !joins(text.charAt(at - 1), value.charAt(0)) &&
      !joins(value.charAt(value.length - 1), text.charAt(at + value.length))
    )
      return at
  }
  return -1
}

const word = /[\p{L}\p{N}_]/u

function joins(one: string, other: string): boolean {
  return word.test(one) && word.test(other)
}

/** A text normalised the way people compare it: ignoring case, dashes, underscores and width. */
export function loosen(text: string): string {
  return toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}
