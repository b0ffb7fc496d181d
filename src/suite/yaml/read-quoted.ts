import { type Cursor, placeOn, unusual } from './cursor.ts'
import type { ScalarNode } from './node.ts'

/** A text in quotes that ends on its line, with the escapes that JSON has. The cursor stands on the first quote. */
export function readQuoted(cursor: Cursor): ScalarNode {
  const { text, at: from } = cursor
  const quote = text.charAt(from)
  let escaped = false
  let at = from + 1
  for (; ; at += 1) {
    if (at >= cursor.end) throw unusual
    const code = text.charCodeAt(at)
    if (quote === '"' && code === backslash) {
      escaped = true
      at += 1
    } else if (code === quote.charCodeAt(0)) {
      if (quote === '"' || text.charAt(at + 1) !== "'") break
      escaped = true
      at += 1
    }
  }
  cursor.at = at + 1
  const inner = text.slice(from + 1, at)
  const value = !escaped ? inner : quote === "'" ? inner.replaceAll("''", "'") : unescapeJson(inner)
  return { kind: 'scalar', value, source: value, plain: false, at: placeOn(cursor, from, at + 1) }
}

const backslash = 92

function unescapeJson(inner: string): string {
  if (!/^(?:[^\\]|\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4}))*$/.test(inner)) throw unusual
  return JSON.parse(`"${inner}"`) as string
}
