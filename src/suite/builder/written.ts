import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Place } from '../yaml/place.ts'

/** One `key: value` as given in code, with its place. */
export interface WrittenMember {
  key: string
  value: unknown
  site: Site
}

export interface MappingDraft {
  site: Site
  members: readonly WrittenMember[]
}

export interface ConversationDraft extends MappingDraft {
  turns: readonly MappingDraft[]
}

/** The defined members of an options object, all with one place. */
export function writtenIn(options: object, site: Site): WrittenMember[] {
  const members = Object.entries(options).filter(([, value]) => value !== undefined)
  return members.map(([key, value]) => ({ key, value, site }))
}

interface Site {
  file: string
  at: Place
}

/** From the call stack, so that source maps apply; without a readable one, the first line of `<code>`. */
export function siteOf(above: (...given: never[]) => unknown, name: string): Site {
  const limit = Error.stackTraceLimit
  const holder: { stack?: string } = {}
  Error.stackTraceLimit = 1
  Error.captureStackTrace(holder, above)
  const frame = holder.stack?.split('\n').findLast((line) => /^\s+at /.test(line)) // formats the stack lazily
  Error.stackTraceLimit = limit
  return readFrame(frame ?? '', name) ?? { file: '<code>', at: { line: 1, column: 1, length: 1 } }
}

/** Reads `at name (file:line:column)` or `at file:line:column`; null for a frame without a place. */
export function readFrame(frame: string, name: string): Site | null {
  const whole = frame.trim().replace(/^at (async )?/, '')
  const place = whole.endsWith(')') ? whole.slice(whole.indexOf(' (') + 2, -1) : whole
  const [, file, line, column] = /^(.+?):(\d+):(\d+)$/.exec(place) ?? []
  if (file === undefined) return null
  return { file: shownFile(file), at: { line: Number(line), column: Number(column), length: name.length } }
}

/** A path relative to the current folder if it is below it, with forward slashes and without a query. */
function shownFile(file: string): string {
  const path = (file.startsWith('file:') ? fileURLToPath(file) : file).replace(/\?.*$/, '')
  const short = relative(process.cwd(), path)
  return (short.startsWith('..') ? path : short).split(sep).join('/')
}
