import type { Place } from './place.ts'

/** Thrown where a text leaves the plain subset. That is not an error: the full parser then reads the text. */
export const unusual: unique symbol = Symbol('not in the plain subset')

/**
 * The position of the plain YAML reader. `at` is an offset in `text`; `line` counts from 1; `lineStart` is the offset
 * of the line's first character and `end` that of its line break; `indent` is the number of spaces before the next
 * token on it. `nodes` counts the nodes read so far.
 */
export interface Cursor {
  readonly text: string
  at: number
  line: number
  lineStart: number
  indent: number
  end: number
  nodes: number
}

export function openCursor(text: string, firstLine: number): Cursor {
  return { text, at: 0, line: firstLine - 1, lineStart: 0, indent: -1, end: -1, nodes: 0 }
}

/** Moves to the next line with more than spaces and a comment. At the end of the text `indent` is -1. */
export function nextLine(cursor: Cursor): void {
  const { text } = cursor
  for (let start = cursor.end + 1; ; ) {
    cursor.line += 1
    if (start >= text.length) {
      cursor.indent = -1
      cursor.at = text.length
      return
    }
    const position = text.indexOf('\n', start)
    const end = position === -1 ? text.length : position
    let at = start
    while (at < end && text.charCodeAt(at) === 32) at += 1
    if (at < end && text.charCodeAt(at) !== hash) {
      cursor.at = at
      cursor.lineStart = start
      cursor.indent = at - start
      cursor.end = end
      return
    }
    start = end + 1
  }
}

/** Skips spaces and a comment after them. Returns whether the line ends there. */
export function atLineEnd(cursor: Cursor): boolean {
  const { text, end } = cursor
  const before = cursor.at
  skipSpaces(cursor)
  if (cursor.at >= end) return true
  if (text.charCodeAt(cursor.at) !== hash) return false
  if (cursor.at === before) throw unusual
  cursor.at = end
  return true
}

export function skipSpaces(cursor: Cursor): void {
  while (cursor.at < cursor.end && cursor.text.charCodeAt(cursor.at) === 32) cursor.at += 1
}

/** Beyond this many nodes the full parser decides whether there are too many. */
const mostNodes = 400_000

export function placeOn(cursor: Cursor, from: number, to: number): Place {
  cursor.nodes += 1
  if (cursor.nodes > mostNodes) throw unusual
  return { line: cursor.line, column: from - cursor.lineStart + 1, length: Math.max(1, to - from) }
}

const hash = 35
