import type { Paint } from '../../report/text/paint.ts'
import { columnsOf } from './columns-of.ts'
import { foldShown, line, paintAs, renderLine, type ShownLine } from './shown-line.ts'

/** One of two things to show side by side. */
export interface Column {
  title: string
  lines: readonly ShownLine[]
}

/** Less than this, and the columns would be too narrow to read. */
const leastColumns = 80

/** Two columns where the terminal is wide enough, else one below the other. */
export function showBeside(left: Column, right: Column, paint: Paint, columns: number | null): string[] {
  if (columns === null || columns < leastColumns)
    return [left, right].flatMap(({ title, lines }) => [
      ...renderLine(line('strong', title), paint, columns),
      ...lines.flatMap((each) => renderLine({ ...each, indent: (each.indent ?? 0) + 2 }, paint, columns)),
    ])
  const width = Math.floor((columns - 3) / 2)
  const [cellsLeft, cellsRight] = [cellsOf(left, width), cellsOf(right, width)]
  return Array.from({ length: Math.max(cellsLeft.length, cellsRight.length) }, (_, row) => {
    const [one, other] = [cellsLeft[row], cellsRight[row]]
    const padding = ' '.repeat(Math.max(0, width - columnsOf(one?.text ?? '')))
    const end = other === undefined ? '' : ` ${paintAs(other.style, other.text, paint)}`
    return `${one === undefined ? '' : paintAs(one.style, one.text, paint)}${padding} ${paint.dim('│')}${end}`
  })
}

/** Lines are folded by their letters, so those with wide letters get half of the room. */
function cellsOf({ title, lines }: Column, width: number): ShownLine[] {
  return [line('strong', title), ...lines].flatMap((each) => {
    const wide = columnsOf(each.text) > [...each.text].length
    return foldShown(each, wide ? Math.floor(width / 2) : width).map((text) => ({ style: each.style, text }))
  })
}
