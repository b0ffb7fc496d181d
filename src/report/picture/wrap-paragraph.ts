import { countColumns } from '../../base/count-columns.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import type { Paragraph, Run } from './block.ts'
import { cleanText } from './clean-text.ts'

/** A run at its position in the line; `from` and `columns` count columns of a monospaced font. */
export interface PlacedRun extends Run {
  from: number
  columns: number
}

/** The runs of one line of the picture. */
export type Line = PlacedRun[]

interface Unit {
  character: string
  columns: number
  mark: Run['mark']
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The longest part of a paragraph that is processed: more is never shown, and would only take time. */
const longest = 6_000

/** Wraps paragraphs to a width in columns, between words where possible. Continuation lines are indented. */
export function wrapParagraphs(paragraphs: readonly Paragraph[], width: number): Line[] {
  return paragraphs.flatMap((paragraph) =>
    splitLines(paragraph).flatMap((units, index) => wrapUnits(units, width, index === 0 ? 0 : indent)),
  )
}

const indent = 2

/**
 * The characters of each line of the original text. Keys are removed first: broken over two lines, they could not be
 * found.
 */
function splitLines(paragraph: Paragraph): Unit[][] {
  const lines: Unit[][] = [[]]
  let left = longest
  for (const { text, mark } of paragraph)
    for (const { segment } of graphemes.segment(cleanText(redactKeys(text).slice(0, left)))) {
      left -= segment.length
      if (segment === '\n') lines.push([])
      else lines.at(-1)?.push({ character: segment, columns: countColumns(segment), mark })
    }
  return lines
}

function wrapUnits(units: readonly Unit[], width: number, first: number): Line[] {
  const lines: Line[] = []
  for (let [start, from] = [0, first]; start < units.length || lines.length === 0; from = indent) {
    const end = findBreak(units, start, width - from)
    lines.push(joinRuns(units.slice(start, end), from))
    start = end
    while (units[start]?.character === ' ') start += 1
  }
  return lines
}

/**
 * Breaks after the last space that fits, or after the last character that fits if there is no space or it is far to the
 * left.
 */
function findBreak(units: readonly Unit[], start: number, width: number): number {
  let [columns, space] = [0, -1]
  for (let at = start; at < units.length; at += 1) {
    const unit = units[at]
    columns += unit?.columns ?? 0
    if (columns > width && unit?.character !== ' ') {
      return space - start > width / 3 ? space : Math.max(at, start + 1)
    }
    if (unit?.character === ' ') space = at + 1
  }
  return units.length
}

function joinRuns(units: readonly Unit[], from: number): Line {
  const line: Line = []
  let at = from
  for (const { character, columns, mark } of units) {
    const last = line.at(-1)
    if (last?.mark === mark) {
      last.text += character
      last.columns += columns
    } else line.push({ text: character, mark, from: at, columns })
    at += columns
  }
  return line
}
