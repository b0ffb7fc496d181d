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
    `${' '.repeat(width + 2)} | ${' '.repeat(at.column - 1 - cut.from)}${'^'.repeat(cut.carets)}`,
  ].join('\n')
}

const maxWidth = 100

let latest: { text: string; lines: string[] } | undefined

/** A report shows many places of one file: its lines are kept until another file's are asked for. */
function linesOf(text: string): string[] {
  if (latest?.text !== text) latest = { text, lines: text.split(/\r?\n/) }
  return latest.lines
}

function window(line: string, at: Place): { line: string; from: number; carets: number } {
  const from = at.column > maxWidth ? at.column - 20 : 0
  const shown = line.slice(from, from + maxWidth)
  const room = Math.max(1, shown.length - (at.column - 1 - from))
  return { line: shown, from, carets: Math.min(at.length, room) }
}
