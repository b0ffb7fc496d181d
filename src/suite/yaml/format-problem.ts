import { namesSecret } from '../../base/privacy/patterns.ts'
import { starPrivate } from '../../base/privacy/stars.ts'
import { starKeys } from '../../base/secrets/secret-keys.ts'
import { columnsOf } from '../../base/text/characters.ts'
import { onOneLine } from '../../base/text/wording.ts'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'

/**
 * A problem as shown to people: `file:line:column: message [code]`, a warning marked as one, the excerpt with
 * a caret, the hint. `text` is the file's content; without it the excerpt is left out. Private values are
 * starred out, since the output goes into logs and reports; with `isConcealed` the caller has already redacted
 * it by rules of its own.
 */
export function formatProblem(
  problem: Problem,
  text?: string,
  { isConcealed }: { isConcealed: boolean } = { isConcealed: false },
): string {
  const { file, at, message, code, hint, severity } = isConcealed ? problem : starProblem(problem)
  const content = text === undefined || isConcealed ? text : starText(text)
  return [
    `${onOneLine(file)}:${at.line}:${at.column}: ${severity === undefined ? '' : `${severity}: `}${onOneLine(message)} [${code}]`,
    ...(content === undefined || content === '' ? [] : [excerpt(content, at)]),
    ...(hint === undefined ? [] : [`   hint: ${onOneLine(hint)}`]),
  ].join('\n')
}

/** Stars out what is private in a problem's words, which may quote the file. Its place and file stay. */
export function starProblem<P extends Pick<Problem, 'message' | 'hint'>>(problem: P): P {
  const { message, hint } = problem
  return { ...problem, message: starPrivate(message), ...(hint === undefined ? {} : { hint: starPrivate(hint) }) }
}

let latestStarred: { text: string; starred: string } | undefined

/** Caches the starred text, since a file may have many problems. */
function starText(text: string): string {
  if (latestStarred?.text !== text) latestStarred = { text, starred: starPrivate(text) }
  return latestStarred.starred
}

/**
 * The line before, the line itself and a caret line under the place; long lines are cut around the caret. The
 * value after a secret's name, such as a key that somebody put into a config, is starred out. So is a key in a
 * line that gets cut, since redaction could not find half of it later.
 */
export function excerpt(text: string, at: Place): string {
  const lines = linesOf(text)
  const width = String(at.line).length
  const numbered = (line: number, content: string) => `${String(line).padStart(width + 2)} | ${content}`
  const cut = window(starred(lines[at.line - 1] ?? ''), at)
  const before = lines[at.line - 2]
  return [
    ...(before === undefined || before.trim() === ''
      ? []
      : [numbered(at.line - 1, visible(starred(before), cut.from))]),
    numbered(at.line, cut.line),
    `${' '.repeat(width + 2)} | ${blank(cut.before)}${'^'.repeat(Math.max(1, columnsOf(cut.marked)))}`,
  ].join('\n')
}

/** The columns of a line that are shown. */
const maxWidth = 100

let latest: { text: string; lines: string[] } | undefined

/** A report shows many places of one file, so its lines are cached until another file's are needed. */
function linesOf(text: string): string[] {
  if (latest?.text !== text) latest = { text, lines: text.split(/\r?\n/) }
  return latest.lines
}

const member = /(["']?)([A-Za-z][\w -]{2,40})\1(\s*:\s+)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'{[](?:[^,}\]]*[^,}\]\s])?)/g

/** A member called `key` may be anything, so its value has to look like a key. */
function mayBeSecret(name: string, value: string): boolean {
  return namesSecret(name) || (/^key$/i.test(name) && /^["']?[^\s"']{16,}["']?$/.test(value))
}

function starred(line: string): string {
  return starSecrets(line.length > maxWidth ? starKeys(line) : line)
}

function starSecrets(line: string): string {
  return line.replace(member, (whole: string, quote: string, name: string, colon: string, value: string) =>
    mayBeSecret(name, value) && !/^[>|]|\{\{/.test(value)
      ? `${quote}${name}${quote}${colon}${'*'.repeat(value.length)}`
      : whole,
  )
}

/** The visible part of a line, with what is marked in its middle if that would be cut off, and the part before the caret. */
function window(line: string, at: Place): { line: string; from: number; before: string; marked: string } {
  const begin = at.column - 1
  const end = begin + at.length
  let from = 0
  if (end > maxWidth || columnsOf(line.slice(0, end)) > maxWidth) {
    const lead = Math.max(20, Math.floor((maxWidth - columnsOf(line.slice(begin, end))) / 2))
    from = Math.max(0, begin - lead)
    while (columnsOf(line.slice(from, begin)) > lead) from += 1
    while (from > 0 && line.length - from < maxWidth && columnsOf(line.slice(from - 1)) <= maxWidth) from -= 1
  }
  from = wholeFrom(line, from)
  const part = visible(line, from)
  const start = Math.max(0, begin - from)
  return {
    line: part,
    from,
    before: part.slice(0, start).padEnd(start),
    marked: part.slice(start, start + at.length),
  }
}

/** What there is room for from an index on: wide characters take two columns. */
function visible(line: string, from: number): string {
  let to = Math.min(line.length, from + maxWidth)
  while (columnsOf(line.slice(from, to)) > maxWidth) to -= 1
  return line.slice(wholeFrom(line, from), wholeFrom(line, to))
}

/** Moves an index that would split a surrogate pair. */
function wholeFrom(line: string, index: number): number {
  return /[\udc00-\udfff]/.test(line.charAt(index)) && index > 0 ? index - 1 : index
}

/** Spaces as wide as a text. Tabs stay tabs, since their width depends on the terminal. */
function blank(text: string): string {
  return text
    .split('\t')
    .map((part) => ' '.repeat(columnsOf(part)))
    .join('\t')
}
