import { countColumns } from '../../base/text/characters.ts'
import { escapeXml, redactedText } from '../text/line.ts'
import type { Paragraph, Run } from './block.ts'

/** A run at its position in the line; `from` and `columns` count columns of a monospaced font. */
interface PlacedRun extends Run {
  from: number
  columns: number
}

export type PictureLine = PlacedRun[]

interface Unit {
  character: string
  columns: number
  mark: Run['mark']
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The longest part of a paragraph that is processed: more is never shown, and would only take time. */
const longest = 6_000

/** Wraps paragraphs to a width in columns, between words where possible. Continuation lines are indented. */
export function wrapParagraphs(paragraphs: readonly Paragraph[], width: number): PictureLine[] {
  return paragraphs.flatMap((paragraph) =>
    splitLines(paragraph).flatMap((units, index) => wrapUnits(units, width, index === 0 ? 0 : indent)),
  )
}

const indent = 2

/** The characters of each original line. Keys go first: broken over two lines, they could not be found. */
function splitLines(paragraph: Paragraph): Unit[][] {
  const lines: Unit[][] = [[]]
  let room = longest
  for (const { text, mark } of paragraph)
    for (const { segment } of graphemes.segment(cleanText(redactedText(text, room)))) {
      room -= segment.length
      if (segment === '\n') lines.push([])
      else lines.at(-1)?.push({ character: segment, columns: countColumns(segment), mark })
    }
  return lines
}

function wrapUnits(units: readonly Unit[], width: number, first: number): PictureLine[] {
  const lines: PictureLine[] = []
  for (let [start, from] = [0, first]; start < units.length || lines.length === 0; from = indent) {
    const end = findLineEnd(units, start, width - from)
    lines.push(joinRuns(units.slice(start, end), from))
    start = end
    while (units[start]?.character === ' ') start += 1
  }
  return lines
}

/** Breaks after the last space that fits, or the last character if there is none or it is far to the left. */
function findLineEnd(units: readonly Unit[], start: number, width: number): number {
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

function joinRuns(units: readonly Unit[], from: number): PictureLine {
  const line: PictureLine = []
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

/** Invisible or forbidden in XML: controls, bidirectional and zero-width marks, surrogates; not joiners (emoji). */
const hidden =
  /(?![\n])[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu

/** Makes every character visible: a hidden one is written out as `\u{202e}`. Only `\n` stays. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** The font size, in the picture's units; a column of the font is six tenths of it wide. */
const fontSize = 12.5

const light = `--paper:#fffefc;--raised:#f3f1ec;--line:#e2dfd8;--text:#21201d;--muted:#66635b;--bad:#a8281f;--bad-tint:#fbe3df;--good:#1b6b3f;--good-tint:#dcf0e3;--warn:#85570a;--news:#5b4a9c`
const dark = `--paper:#1d1d1c;--raised:#262624;--line:#3d3c38;--text:#ebe9e2;--muted:#a5a298;--bad:#ff9a8f;--bad-tint:#46241f;--good:#74d09a;--good-tint:#1b3a28;--warn:#e3b35c;--news:#b9a9f5`

/** The style inside the picture, which follows the reader's system theme. */
export const pictureStyle: string = `
svg{${light}}
@media (prefers-color-scheme:dark){svg{${dark}}}
text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace;white-space:pre;fill:var(--text)}
.paper{fill:var(--paper)}.band{fill:var(--raised)}.rule{stroke:var(--line)}
.strong,.title{font-weight:600}.quiet,.none{fill:var(--muted)}
.removed{fill:var(--bad);text-decoration:line-through}.added{fill:var(--good);text-decoration:underline}
.removed-ground{fill:var(--bad-tint)}.added-ground{fill:var(--good-tint)}
.bad{fill:var(--bad)}.warn{fill:var(--warn)}.good{fill:var(--good)}.news{fill:var(--news)}.muted{fill:var(--muted)}
path{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
path.bad{stroke:var(--bad)}path.warn{stroke:var(--warn)}path.good{stroke:var(--good)}path.news{stroke:var(--news)}path.muted{stroke:var(--muted)}path.open{fill:none}
.edge{stroke:var(--news);stroke-width:3}
`

/** The width of a column, in the picture's units. */
export const columnWidth: number = fontSize * 0.6
/** The distance from one line of text to the next. */
export const lineHeight = 18

/** Draws lines of text from a point. Each run is stretched to its width, so that it fits in any font. */
export function drawLines(lines: readonly PictureLine[], x: number, y: number): string {
  return lines.map((line, index) => drawLine(line, x, y + index * lineHeight)).join('')
}

function drawLine(line: PictureLine, x: number, y: number): string {
  const runs = line.filter(({ text }) => text.trim() !== '')
  if (runs.length === 0) return ''
  const grounds = line.flatMap((run) => (run.mark === 'removed' || run.mark === 'added' ? [ground(run, x, y)] : []))
  return `${grounds.join('')}<text y="${round(y + 13)}">${runs.map((run) => drawRun(run, x)).join('')}</text>\n`
}

function drawRun({ text, mark, from, columns }: PlacedRun, x: number): string {
  const style = mark === 'plain' ? '' : ` class="${mark}"`
  const [place, length] = [round(x + from * columnWidth), round(columns * columnWidth)]
  return `<tspan x="${place}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(text)}</tspan>`
}

function ground({ mark, from, columns }: PlacedRun, x: number, y: number): string {
  return `<rect class="${mark}-ground" x="${round(x + from * columnWidth)}" y="${round(y)}" width="${round(columns * columnWidth)}" height="${lineHeight}"/>`
}

/** A coordinate with at most two decimals. */
export function round(value: number): string {
  return String(Math.round(value * 100) / 100)
}
