/** A piece of code that must stand at a place. `before` may stand anywhere ahead of it, at best on the line above. */
export interface Piece {
  line: number
  column: number
  before?: string
  code: string
}

/**
 * Lays pieces out so that each begins on its line and, where nothing stands in the way, at its column. `head` comes
 * first on line 1, `tail` last on the last line.
 */
export function layOut(head: string, pieces: readonly Piece[], tail: string): string {
  const lines = [head]
  const append = (line: number, column: number, code: string): void => {
    while (lines.length < line) lines.push('')
    lines[line - 1] = (lines[line - 1] ?? '').padEnd(column - 1) + code
  }
  for (const { line, column, before = '', code } of sortByPlace(pieces)) {
    const free = line > lines.length && line > 1
    if (before !== '') append(free ? line - 1 : line, 1, before)
    append(line, column, code)
  }
  append(lines.length, 1, tail)
  return `${lines.join('\n')}\n`
}

function sortByPlace(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.line - b.line || a.column - b.column)
}
