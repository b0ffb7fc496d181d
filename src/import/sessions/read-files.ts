import { closeSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lookAt, openFile, readText, walkFiles } from '../../base/files/files.ts'
import {
  deepest,
  duplicateMember,
  isTooDeep,
  parseExactJson,
  parseIfJson,
  placeOfMistake,
} from '../../base/json/json-text.ts'
import { foreignFile } from '../kinds/foreign-file.ts'
import { readWhatsapp } from '../kinds/whatsapp.ts'
import { readTalks } from './read-talk.ts'
import type { Origin, RefusedTalk, TalksRead } from './talk.ts'

/** Every conversation in a file or a folder's JSON files; broken ones are listed apart. `show` is for messages. */
export function readFiles(path: string, show: (path: string) => string): TalksRead {
  const all: TalksRead = { talks: [], refused: [] }
  const tell = (file: string, error: unknown): void => {
    all.refused.push(unreadable(show(file), error))
  }
  for (const file of filesAt(path, tell)) {
    try {
      for (const document of readDocuments(file, show(file))) {
        if (!document.ok) all.refused.push(document.refused)
        else {
          const { talks, refused } = readTalks(document.value, document.text, document.origin)
          all.talks.push(...talks)
          all.refused.push(...refused)
        }
      }
    } catch (error) {
      tell(file, error)
    }
  }
  return all
}

/** Refuses a file that the file system does not give. */
export function unreadable(file: string, error: unknown): RefusedTalk {
  const message = `the file cannot be read: ${(error as Error).message}`
  return { origin: { file, line: 1, column: 1 }, message, hint: 'name a file that is there and may be read' }
}

/** The file at a path, or the files below a folder whose names indicate JSON. */
export function filesAt(path: string, tell: (path: string, error: unknown) => void): string[] {
  if (lookAt(path)?.isDirectory() !== true) return [path]
  try {
    return walkFiles(path, (name) => name !== 'node_modules')
      .filter((name) => /\.(json|jsonl|ndjson)$/.test(name))
      .map((name) => join(path, name))
  } catch (error) {
    tell(path, error)
    return []
  }
}

/** One JSON value of a file, with its text; or why it could not be read. */
export type DocumentRead =
  | { ok: true; value: unknown; text: string; origin: Origin }
  | { ok: false; refused: RefusedTalk }

/** The service never answers with a larger document (its answers are read up to the same size). */
const maxBytes = 16 * 1024 * 1024

/** Reads a file's JSON: one document, or one a line, where a broken one affects no other. @throws the system's Error */
export function* readDocuments(path: string, name: string): Generator<DocumentRead> {
  const { size } = statSync(path)
  if (size > maxBytes) {
    yield* readLarge(path, name, size)
    return
  }
  const text = readText(path, maxBytes)
  if (text.trim() === '') {
    yield refuse(name, 1, 1, 'the file is empty', 'export the session again')
    return
  }
  const whole = parse(text)
  if (whole !== undefined) {
    yield accept(whole.value, text, name, 1)
    return
  }
  const lines = text.split('\n')
  const isStream = streamLine.test(text) && lines.some((line) => eventData.test(line))
  const chat = readWhatsapp(text)
  if (chat !== null) {
    yield 'messages' in chat
      ? { ok: true, value: chat, text, origin: { file: name, line: 1, column: 1 } }
      : refuse(name, 1, 1, chat.message, chat.hint)
    return
  }
  if (!isStream && !startsLines(lines)) {
    yield mistakeIn(text, name, 1)
    return
  }
  for (const [index, line] of lines.entries()) yield* readLine(line, name, index + 1)
}

/** Reads a file of many lines, one piece at a time. */
function* readLarge(path: string, name: string, size: number): Generator<DocumentRead> {
  const megabytes = Math.round(size / 1_000_000)
  for (const { line, number, cut } of linesOf(path)) {
    if (line.trim() === '' && !cut) continue
    if (number === 1 && (cut || (parse(line) === undefined && !streamLine.test(line)))) {
      const message = `the file has ${megabytes} MB, more than a session has (16 MB), and is not JSON lines`
      yield refuse(name, 1, 1, message, 'write one session a line, in a file that ends in .jsonl')
      return
    }
    if (cut) yield refuse(name, number, 1, 'the line has more than 16 MB', 'a line is one session')
    else yield* readLine(line, name, number)
  }
}

/** A line of a stream of server-sent events; the first may be a comment. */
const streamLine = /^\uFEFF?\s*(?:(?:data|event|id|retry):|:)/
const eventData = /^\uFEFF?data:/

function* linesOf(path: string): Generator<{ line: string; number: number; cut: boolean }> {
  const { file } = openFile(path)
  try {
    const chunk = Buffer.alloc(1024 * 1024)
    let [parts, length, number]: [Buffer[], number, number] = [[], 0, 1]
    const take = (): { line: string; number: number; cut: boolean } => {
      const cut = length > maxBytes
      const line = cut ? '' : String(Buffer.concat(parts)).replace(/^\uFEFF/, '')
      parts = []
      length = 0
      return { line, number: number++, cut }
    }
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1 && end < read; end = chunk.indexOf(10, start)) {
        length += end - start
        if (length <= maxBytes) parts.push(Buffer.from(chunk.subarray(start, end)))
        yield take()
        start = end + 1
      }
      length += read - start
      if (length <= maxBytes) parts.push(Buffer.from(chunk.subarray(start, read)))
    }
    if (length > 0) yield take()
  } finally {
    closeSync(file)
  }
}

/** A line's content: JSON, or the data of an event with JSON; a log may mix both. */
function* readLine(rawLine: string, name: string, number: number): Generator<DocumentRead> {
  const line = rawLine.replace(eventData, '     ') // keeps columns
  const isOther = line === rawLine && streamLine.test(rawLine)
  if (isOther || line.trim() === '' || (line !== rawLine && line.trim() === '[DONE]')) return
  const read = parse(line)
  yield read === undefined ? mistakeIn(line, name, number) : accept(read.value, line, name, number)
}

/** Rejects JSON with a duplicate member: read in two ways, a verdict on one would mean nothing. */
function accept(value: unknown, text: string, name: string, line: number): DocumentRead {
  const twice = duplicateMember(text)
  if (twice === null) return { ok: true, value, text, origin: { file: name, line, column: 1 } }
  return refuse(name, line, 1, `the member ${twice} is given twice`, 'keep the one that is meant')
}

function startsLines(lines: readonly string[]): boolean {
  const textLines = lines.filter((line) => line.trim() !== '')
  return textLines.length > 1 && /^\s*\{.*\}\s*$/.test(textLines[0] ?? '') && parse(textLines[0] ?? '') !== undefined
}

function parse(text: string): { value: unknown } | undefined {
  const value = isTooDeep(text) ? undefined : parseIfJson(text, parseExactJson)
  return value === undefined ? undefined : { value }
}

function mistakeIn(text: string, name: string, line: number): DocumentRead {
  if (isTooDeep(text)) {
    const message = `the JSON is nested deeper than ${deepest} levels`
    return refuse(name, line, 1, message, 'no trace or session is: check what was exported')
  }
  const foreign = foreignFile(text)
  if (foreign !== null) return refuse(name, line, 1, foreign.message, foreign.hint)
  if (line === 1 && (!/^\uFEFF?\s*[[{"\d-]*[[{"]/.test(text) || section.test(text)))
    return refuse(name, 1, 1, ...unknownText)
  const at = placeOfMistake(text)
  const ended = text.trimEnd().length < offsetOf(text, at)
  const message = ended ? 'the JSON ends too early: the file was cut off' : 'this is not valid JSON'
  const hint = ended ? 'export it again, whole' : 'name what the session fetch answered, or JSON lines of it'
  return refuse(name, line + at.line - 1, at.column, message, hint)
}

/** A section of TOML or of an ini file, which no JSON begins with. */
const section = /^\uFEFF?\s*\[+\s*(?!(?:true|false|null)\b)[a-z_]/i

const unknownText = [
  'this is no kind of file that is known: stored sessions and traces are JSON, scripts of other tools YAML, JSON or text',
  'docs/import.md lists what is read; say whose it is with --from',
] as const

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column
}

function refuse(file: string, line: number, column: number, message: string, hint: string): DocumentRead {
  return { ok: false, refused: { origin: { file, line, column }, message, hint } }
}
