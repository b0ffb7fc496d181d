import { atLineEnd, type Cursor, nextLine, unusual } from './cursor.ts'
import { hasKey } from './has-key.ts'
import type { MapEntry, MapNode, YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { readFlow } from './read-flow.ts'
import { readPlain } from './read-plain.ts'
import { readQuoted } from './read-quoted.ts'

/** A list or mapping whose first item or key the cursor stands on, at `indent`. Ends on the first line that is no part of it. */
export function readBlock(cursor: Cursor, indent: number, depth: number): YamlNode {
  if (depth > 40) throw unusual
  return isDash(cursor) ? readList(cursor, indent, depth) : readMap(cursor, indent, depth, readKey(cursor))
}

function isDash({ text, at, end }: Cursor): boolean {
  return text.charCodeAt(at) === 45 && (at + 1 >= end || text.charCodeAt(at + 1) === 32)
}

function readList(cursor: Cursor, indent: number, depth: number): YamlNode {
  const { line, end, at: from, lineStart } = cursor
  const items: YamlNode[] = []
  let to = from
  do {
    cursor.at += 1
    const dash = cursor.at
    if (atLineEnd(cursor)) {
      nextLine(cursor)
      if (cursor.indent <= indent) throw unusual
      items.push(readBlock(cursor, cursor.indent, depth + 1))
    } else {
      if (isDash(cursor)) throw unusual
      const inner = indent + 1 + cursor.at - dash
      const value = readInline(cursor, depth + 1, inner, indent)
      items.push(value.node)
      to = value.to
    }
  } while (cursor.indent === indent && isDash(cursor))
  if (cursor.indent > indent) throw unusual
  const isOneLine = items.length === 1 && to > from && to <= end
  if (isOneLine && to !== end) throw unusual // spaces or a comment that may belong to the list
  const at: Place = { line, column: from - lineStart + 1, length: Math.max(1, end - from) }
  return { kind: 'list', items: items.slice(), at } // a copy is as large as it is; what grew keeps room for more
}

/** What stands behind a dash: a value on this line, or a mapping that begins on it, at the column `indent`. */
function readInline(cursor: Cursor, depth: number, indent: number, parent: number): { node: YamlNode; to: number } {
  const { line } = cursor
  const value = readOnLine(cursor, depth)
  const to = cursor.at
  if (value.kind === 'scalar' && cursor.text.charAt(cursor.at) === ':') {
    const node = readMap(cursor, indent, depth, value)
    return { node, to: cursor.line === line ? to : Number.POSITIVE_INFINITY }
  }
  endLine(cursor, parent)
  return { node: value, to }
}

function readOnLine(cursor: Cursor, depth: number): YamlNode {
  const character = cursor.text.charAt(cursor.at)
  if (character === '"' || character === "'") return readQuoted(cursor)
  return character === '[' || character === '{' ? readFlow(cursor, depth) : readPlain(cursor, false)
}

/** Goes to the next line; what is deeper than `parent` there would go on with the value that has just ended. */
function endLine(cursor: Cursor, parent: number): void {
  if (!atLineEnd(cursor)) throw unusual
  nextLine(cursor)
  if (cursor.indent > parent) throw unusual
}

type Key = YamlNode & { kind: 'scalar' }

function readKey(cursor: Cursor): Key {
  const key = readOnLine(cursor, 0)
  if (key.kind !== 'scalar') throw unusual
  return key
}

function readMap(cursor: Cursor, indent: number, depth: number, first: Key): MapNode {
  if (depth > 40) throw unusual
  const entries: MapEntry[] = []
  for (let key = first; ; key = readKey(cursor)) {
    entries.push(readEntry(cursor, key, indent, depth, entries))
    if (cursor.indent !== indent) break
    if (isDash(cursor)) throw unusual
  }
  if (cursor.indent > indent) throw unusual
  return { kind: 'map', entries: entries.slice(), at: first.at }
}

function readEntry(cursor: Cursor, key: Key, indent: number, depth: number, before: readonly MapEntry[]): MapEntry {
  const { text } = cursor
  if (text.charAt(cursor.at) !== ':' || key.source.length > 200 || key.source === '<<') throw unusual
  if (hasKey(before, key.source)) throw unusual
  cursor.at += 1
  const after = text.charCodeAt(cursor.at)
  if (cursor.at < cursor.end && after !== 32) throw unusual
  if (!atLineEnd(cursor)) {
    const value = readOnLine(cursor, depth + 1)
    endLine(cursor, indent)
    return { key: key.source, keyAt: key.at, value }
  }
  nextLine(cursor)
  const least = cursor.indent >= 0 && isDash(cursor) ? indent : indent + 1
  if (cursor.indent < least) throw unusual
  return { key: key.source, keyAt: key.at, value: readBlock(cursor, cursor.indent, depth + 1) }
}
