import { columnsOf } from '../../base/text/characters.ts'
import { plainText } from './door.ts'
import type { Words } from './words.ts'

/** Rows as lines with columns two spaces apart, those in `right` (from 0) at the right; wide letters count twice. */
export function alignWords(rows: readonly (readonly Words[])[], right: readonly number[] = []): Words[] {
  const widthsOf = rows.map((row) => row.map((cell) => columnsOf(plainText(cell))))
  const widths: number[] = []
  for (const row of widthsOf) for (const [at, width] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width)
  return rows.map((row, index) => {
    const own = widthsOf[index] ?? []
    const last = own.findLastIndex((width) => width > 0)
    return row.slice(0, last + 1).map((cell, at): Words => {
      const gap = ' '.repeat((widths[at] ?? 0) - (own[at] ?? 0))
      const between = at === 0 ? '' : '  '
      if (right.includes(at)) return [between, gap, cell]
      return at === last ? [between, cell] : [between, cell, gap]
    })
  })
}
