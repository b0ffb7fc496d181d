import { columnsOf } from '../../base/characters.ts'

/** One cell of a table: its text, and a colour that is applied after padding. */
export interface Cell {
  text: string
  align?: 'right'
  paint?: (text: string) => string
}

/** A row of a table; rows may have fewer cells than others. */
export type Row = readonly Cell[]

/**
 * Formats a table with columns two spaces apart. Colour codes do not count towards the width, wide letters count
 * twice, and no line ends in spaces.
 */
export function alignRows(rows: readonly Row[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, columnsOf(text))
  }
  return rows.map((row) => {
    const last = row.findLastIndex(({ text }) => text !== '')
    const cells = row.slice(0, last + 1)
    return cells.map((cell, column) => pad(cell, widths[column] ?? 0, column === last)).join('  ')
  })
}

function pad({ text, align, paint = (plain) => plain }: Cell, width: number, last: boolean): string {
  const gap = ' '.repeat(width - columnsOf(text))
  if (align === 'right') return `${gap}${paint(text)}`
  return last ? paint(text) : `${text === '' ? '' : paint(text)}${gap}`
}
