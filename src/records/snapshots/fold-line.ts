/** Columns of a snapshot file. */
const width = 90
const [begin, onward, nextLine] = ['  ', '      ', '    | ']

/**
 * Wraps a line to the width of the file. Continuations are indented: after `| ` where the text itself has a line break,
 * without it where the line was merely too long. A trailing `\` marks a break where there was no space.
 */
export function foldLine(text: string): string[] {
  return text.split('\n').flatMap((part, index) => foldPart(part, index === 0 ? begin : nextLine))
}

/** Reverses `foldLine`, one physical line at a time. Null for a line that does not continue an earlier one. */
export function unfold(line: string): { joint: '\n' | ' '; text: string } | null {
  if (line.startsWith(nextLine)) return { joint: '\n', text: line.slice(nextLine.length) }
  if (line === nextLine.trimEnd()) return { joint: '\n', text: '' }
  return line.startsWith(onward) && line.charAt(onward.length) !== ' '
    ? { joint: ' ', text: line.slice(onward.length) }
    : null
}

/**
 * Whether a physical line was broken inside a word: it ends in a single backslash, since an escaped one is always two.
 */
export function isCut(line: string): boolean {
  return (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

function foldPart(text: string, prefix: string): string[] {
  const units = text.match(/\\u\{[0-9a-f]{1,6}\}|\\.|.\p{M}*/gsu) ?? []
  const pieces = units.length > width - prefix.length ? splitElements(units) : [units]
  const lines = pieces.flatMap((piece, index) => foldUnits(piece, width - (index === 0 ? prefix : onward).length))
  return lines.map((line, index) => `${index === 0 ? prefix : onward}${line}`.trimEnd())
}

/** Starts each object or list inside a list on its own line, so that adding one changes one line. */
function splitElements(units: readonly string[]): string[][] {
  const pieces: string[][] = [[]]
  for (const [index, unit] of units.entries()) {
    const after = unit === ' ' && units[index - 1] === ',' && '}]'.includes(units[index - 2] ?? ' ')
    const between = after && '{['.includes(units[index + 1] ?? ' ')
    if (between) pieces.push([])
    else pieces.at(-1)?.push(unit)
  }
  return pieces
}

function foldUnits(units: readonly string[], first: number): string[] {
  const lines: string[] = []
  let start = 0
  for (let room = first; units.length - start > room; room = width - onward.length) {
    const space = lastBreak(units, start + 20, start + room, isLoneSpace)
    const at = space ?? lastBreak(units, start + 1, start + room - 1, isInWord)
    if (at === undefined) break
    lines.push(`${units.slice(start, at).join('')}${space === undefined ? '\\' : ''}`)
    start = space === undefined ? at : at + 1
  }
  return [...lines, units.slice(start).join('')]
}

function lastBreak(
  units: readonly string[],
  from: number,
  to: number,
  fits: (units: readonly string[], at: number) => boolean,
): number | undefined {
  for (let at = to; at >= from; at -= 1) if (fits(units, at)) return at
  return undefined
}

function isLoneSpace(units: readonly string[], at: number): boolean {
  const after = units[at + 1]
  return units[at] === ' ' && units[at - 1] !== ' ' && after !== undefined && after !== ' '
}

function isInWord(units: readonly string[], at: number): boolean {
  return units[at] !== ' ' && units[at - 1] !== ' '
}
