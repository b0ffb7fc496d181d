import type { Origin } from './talk.ts'

/** A step into a JSON value: the name of a member, or the index of an item. */
export type JsonStep = string | number

/** The steps of a path such as `data.transcript[2].timestamp`. */
export function readPath(path: string): JsonStep[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

/**
 * The offset in a valid JSON text at which the value at a path begins; if the path is missing, the deepest part
 * of it that exists.
 */
export function offsetInJson(text: string, path: readonly JsonStep[]): number {
  let at = skipSpace(text, 0)
  for (const step of path) {
    const next = typeof step === 'number' ? itemAt(text, at, step) : memberAt(text, at, step)
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The line and column of an offset, counted from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let [line, start] = [1, 0]
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: offset - start + 1 }
}

function itemAt(text: string, list: number, index: number): number | undefined {
  if (text[list] !== '[') return undefined
  let at = skipSpace(text, list + 1)
  for (let count = 0; text[at] !== ']' && at < text.length; count += 1) {
    if (count === index) return at
    at = skipSpace(text, skipValue(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return undefined
}

function memberAt(text: string, object: number, name: string): number | undefined {
  if (text[object] !== '{') return undefined
  let at = skipSpace(text, object + 1)
  while (text[at] !== '}' && at < text.length) {
    const end = skipValue(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const value = skipSpace(text, skipSpace(text, end) + 1)
    if (key === name) return value
    at = skipSpace(text, skipValue(text, value))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return undefined
}

/** The offset just after a value. */
function skipValue(text: string, start: number): number {
  if (text[start] === '"') return skipString(text, start)
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '"') at = skipString(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (character === ',' || /\s/.test(character))) return at
  }
  return text.length
}

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (/\s/.test(text.charAt(at))) at += 1
  return at
}

/** The origin of a value within a document; `origin` is where the document's text begins in its file. */
export function placeIn(text: string, origin: Origin, path: readonly JsonStep[]): Origin {
  const { line, column } = lineAndColumn(text, offsetInJson(text, path))
  return { file: origin.file, line: origin.line + line - 1, column: line === 1 ? origin.column + column - 1 : column }
}
