import { endOfJson } from '../../base/json/json-text.ts'
import type { Origin } from './talk.ts'

export type JsonStep = string | number

export function readPath(path: string): JsonStep[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

/** The offset in valid JSON at which the value at a path begins, or the deepest part of the path that exists. */
export function offsetInJson(text: string, path: readonly JsonStep[]): number {
  let at = skipSpace(text, 0)
  for (const step of path) {
    const next = insideAt(text, at, step)
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

function insideAt(text: string, start: number, step: JsonStep): number | undefined {
  const isList = typeof step === 'number'
  if (text[start] !== (isList ? '[' : '{')) return undefined
  let at = skipSpace(text, start + 1)
  for (let index = 0; at !== -1 && at < text.length && text[at] !== ']' && text[at] !== '}'; index += 1) {
    const end = endOfJson(text, at)
    const value = isList ? at : skipSpace(text, skipSpace(text, end) + 1)
    if (step === (isList ? index : JSON.parse(text.slice(at, end)))) return value
    at = skipSpace(text, endOfJson(text, value))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return undefined
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
