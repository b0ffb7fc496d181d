import { escapeXml } from './clean-text.ts'
import { fontSize } from './picture-style.ts'
import type { Line, PlacedRun } from './wrap-paragraph.ts'

/** The width of a column, in the picture's units. */
export const columnWidth: number = fontSize * 0.6
/** The distance from one line of text to the next. */
export const lineHeight = 18

/** Draws lines of text from a point. Each run is stretched to its width, so that it fits in any font. */
export function drawLines(lines: readonly Line[], x: number, y: number): string {
  return lines.map((line, index) => drawLine(line, x, y + index * lineHeight)).join('')
}

function drawLine(line: Line, x: number, y: number): string {
  const shown = line.filter(({ text }) => text.trim() !== '')
  if (shown.length === 0) return ''
  const grounds = line.flatMap((run) => (isChange(run) ? [ground(run, x, y)] : []))
  return `${grounds.join('')}<text y="${round(y + 13)}">${shown.map((run) => drawRun(run, x)).join('')}</text>\n`
}

function drawRun({ text, mark, from, columns }: PlacedRun, x: number): string {
  const style = mark === 'plain' ? '' : ` class="${mark}"`
  const [place, length] = [round(x + from * columnWidth), round(columns * columnWidth)]
  return `<tspan x="${place}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(text)}</tspan>`
}

function ground({ mark, from, columns }: PlacedRun, x: number, y: number): string {
  return `<rect class="${mark}-ground" x="${round(x + from * columnWidth)}" y="${round(y)}" width="${round(columns * columnWidth)}" height="${lineHeight}"/>`
}

function isChange({ mark }: PlacedRun): boolean {
  return mark === 'removed' || mark === 'added'
}

/** A coordinate with at most two decimals. */
export function round(value: number): string {
  return String(Math.round(value * 100) / 100)
}
