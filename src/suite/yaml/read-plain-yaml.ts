import { misleadingSpaces } from '../../base/text/characters.ts'
import { atLineEnd, type Cursor, nextLine, openCursor, placeOn, skipSpaces, unusual } from './cursor.ts'
import type { MapEntry, MapNode, YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { readPlain, readQuoted } from './read-scalar.ts'

/** Tabs, characters that only look like line breaks, control characters, unpaired surrogates, and document markers. */
const odd =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]|^(?:---|\.\.\.|%)/mu

/**
 * Reads the subset that nearly every suite uses: mappings, lists, text with and without quotes, brackets that
 * close on their line, and comments. Returns null for anything else and for any mistake; the full parser then
 * reads the text. Both give the same values and places (a test compares them). This one takes about a tenth of
 * the time; parsing used to be most of the time before the first turn.
 */
export function readPlainYaml(text: string, firstLine = 1): YamlNode | null {
  if (odd.test(text) || misleadingSpaces.test(text)) return null
  const cursor = openCursor(text, firstLine)
  try {
    nextLine(cursor)
    if (cursor.indent < 0) return null
    const root = readBlock(cursor, cursor.indent, 0)
    return cursor.indent < 0 ? root : null
  } catch (error) {
    if (error === unusual) return null
    throw error
  }
}

/** At `indent`. Ends on the first line that does not belong to it. */
function readBlock(cursor: Cursor, indent: number, depth: number): YamlNode {
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
  return { kind: 'list', items: items.slice(), at } // a copy drops the spare capacity of a grown array
}

/** What follows a dash: a value on this line, or a mapping that begins on it, at the column `indent`. */
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

/** Moves to the next line. One indented deeper than `parent` would continue the value that just ended. */
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

/** A list in brackets or a mapping in braces that ends on its line. The cursor is on the opening one. */
function readFlow(cursor: Cursor, depth: number): YamlNode {
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
    else entries.push(readFlowEntry(cursor, entries, depth))
    skipSpaces(cursor)
    if (next(cursor) === ',') cursor.at += 1
    else if (next(cursor) !== closing) throw unusual
  }
  cursor.at += 1
  const at = placeOn(cursor, from, cursor.at)
  // Copies drop the spare capacity of grown arrays.
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

function readFlowEntry(cursor: Cursor, before: readonly MapEntry[], depth: number): MapEntry {
  const { source, plain, at: keyAt } = readScalar(cursor)
  if (source === '<<' || hasKey(before, source)) throw unusual
  if (next(cursor) !== ':' || (plain && cursor.text.charAt(cursor.at + 1) !== ' ')) throw unusual
  cursor.at += 1
  skipSpaces(cursor)
  const character = next(cursor)
  if (character === ',' || character === '}') throw unusual
  return { key: source, keyAt, value: readValue(cursor, depth) }
}

const keyCache = new WeakMap<readonly MapEntry[], Set<string>>()

/** `before` only grows. Long mappings keep a set, so that no key is compared with all others. */
function hasKey(before: readonly MapEntry[], key: string): boolean {
  if (before.length < 32) return before.some((entry) => entry.key === key)
  const keys = keyCache.get(before) ?? new Set()
  if (keys.size === 0) keyCache.set(before, keys)
  for (let index = keys.size; index < before.length; index++) keys.add(before[index]?.key ?? '')
  return keys.has(key)
}
