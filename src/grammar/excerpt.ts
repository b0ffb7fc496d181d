import { columnsOf } from '../base/count-columns.ts'
import type { Place } from './place.ts'

/** The line before, the line itself and a caret line under the place; long lines are cut around the caret. */
export function excerpt(text: string, at: Place): string {
  const lines = linesOf(text)
  const width = String(at.line).length
  const numbered = (line: number, content: string) => `${String(line).padStart(width + 2)} | ${content}`
  const cut = window(lines[at.line - 1] ?? '', at)
  const before = lines[at.line - 2]
  return [
    ...(before === undefined || before.trim() === ''
      ? []
      : [numbered(at.line - 1, before.slice(cut.from, cut.from + maxWidth))]),
    numbered(at.line, cut.line),
    `${' '.repeat(width + 2)} | ${blank(cut.before)}${'^'.repeat(Math.max(1, columnsOf(cut.marked)))}`,
  ].join('\n')
}

const maxWidth = 100

let latest: { text: string; lines: string[] } | undefined

/** A report shows many places of one file: its lines are kept until another file's are asked for. */
function linesOf(text: string): string[] {
  if (latest?.text !== text) latest = { text, lines: text.split(/\r?\n/) }
  return latest.lines
}

/** What is shown of a line, with the parts of it before the caret and above it; never half of a character. */
function window(line: string, at: Place): { line: string; from: number; before: string; marked: string } {
  const from = wholeFrom(line, at.column > maxWidth ? at.column - 20 : 0)
  const shown = line.slice(from, wholeFrom(line, from + maxWidth))
  const start = Math.max(0, at.column - 1 - from)
  return {
    line: shown,
    from,
    before: shown.slice(0, start).padEnd(start),
    marked: shown.slice(start, start + at.length),
  }
}

/** An index that does not stand between the halves of a pair. */
function wholeFrom(line: string, index: number): number {
  return /[\udc00-\udfff]/.test(line.charAt(index)) && index > 0 ? index - 1 : index
}

/** As many spaces as a text takes columns; tabs stay tabs, since nobody knows how wide they are. */
function blank(text: string): string {
  return text
    .split('\t')
    .map((part) => ' '.repeat(columnsOf(part)))
    .join('\t')
}
