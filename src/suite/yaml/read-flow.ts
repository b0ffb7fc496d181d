import { type Cursor, placeOn, skipSpaces, unusual } from './cursor.ts'
import { hasKey } from './has-key.ts'
import type { MapEntry, YamlNode } from './node.ts'
import { readPlain } from './read-plain.ts'
import { readQuoted } from './read-quoted.ts'

/** A list in brackets or a mapping in braces that ends on its line. The cursor stands on the opening one. */
export function readFlow(cursor: Cursor, depth: number): YamlNode {
  if (depth > 30) throw unusual
  const from = cursor.at
  const closing = cursor.text.charAt(from) === '[' ? ']' : '}'
  const items: YamlNode[] = []
  const entries: MapEntry[] = []
  cursor.at += 1
  for (;;) {
    skipSpaces(cursor)
    if (next(cursor) === closing) break
    if (closing === ']') items.push(readValue(cursor, depth))
    else entries.push(readEntry(cursor, entries, depth))
    skipSpaces(cursor)
    if (next(cursor) === ',') cursor.at += 1
    else if (next(cursor) !== closing) throw unusual
  }
  cursor.at += 1
  const at = placeOn(cursor, from, cursor.at)
  // Copies, which are as large as they are: lists that grew keep room for more.
  return closing === ']'
    ? { kind: 'list', items: items.slice(), at }
    : { kind: 'map', entries: entries.slice(), at: entries[0]?.keyAt ?? at }
}

function next(cursor: Cursor): string {
  if (cursor.at >= cursor.end) throw unusual
  return cursor.text.charAt(cursor.at)
}

function readValue(cursor: Cursor, depth: number): YamlNode {
  const character = next(cursor)
  if (character === '[' || character === '{') return readFlow(cursor, depth + 1)
  const value = readScalar(cursor)
  skipSpaces(cursor)
  if (next(cursor) === ':') throw unusual
  return value
}

function readScalar(cursor: Cursor): YamlNode & { kind: 'scalar' } {
  const character = next(cursor)
  return character === '"' || character === "'" ? readQuoted(cursor) : readPlain(cursor, true)
}

function readEntry(cursor: Cursor, before: readonly MapEntry[], depth: number): MapEntry {
  const { source, plain, at: keyAt } = readScalar(cursor)
  if (source === '<<' || hasKey(before, source)) throw unusual
  if (next(cursor) !== ':' || (plain && cursor.text.charAt(cursor.at + 1) !== ' ')) throw unusual
  cursor.at += 1
  skipSpaces(cursor)
  const character = next(cursor)
  if (character === ',' || character === '}') throw unusual
  return { key: source, keyAt, value: readValue(cursor, depth) }
}
