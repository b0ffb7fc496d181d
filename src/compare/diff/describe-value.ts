import type { JsonValue } from '../../base/json.ts'
import type { ValueDifference } from '../model/turn-comparison.ts'

/** The longest a value may be in a line, in characters. */
const longest = 60

/** A value in a line, cut where it is long. */
function describeValue(value: JsonValue): string {
  const text = JSON.stringify(value)
  if (text.length <= longest) return text
  return `${cut(text, longest)}…`
}

/** A text in quotes, cut where it is long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length <= longest ? line : `${cut(line, longest)}…`}”`
}

/** Never half of a surrogate pair. */
function cut(text: string, length: number): string {
  const short = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short
}

/** `order_id is "2077" instead of "1042"`; a value that is no object has no path. */
export function describeDifference({ path, a, b }: ValueDifference, whole: string): string {
  const name = path === '' ? whole : path
  if (b === undefined) return `${name} is gone (was ${describeValue(a ?? null)})`
  if (a === undefined) return `${name} is new: ${describeValue(b)}`
  return `${name} is ${describeValue(b)} instead of ${describeValue(a)}`
}
