import { firstLine } from '../../../base/text/wording.ts'

export interface CsvRow {
  cells: string[]
  line: number
}

/** A comma, unless another separator occurs more often in the header line. */
export function separatorOf(text: string): string {
  const head = firstLine(text)
  const count = (separator: string): number => head.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Splits CSV with quotes; for a quote that is never closed its line, since nothing after it can be trusted. */
export function splitCsv(text: string, separator: string): CsvRow[] | { unclosed: number } {
  const rows: CsvRow[] = []
  let [cells, cell, line, began]: [string[], string, number, number] = [[], '', 1, 1]
  let quoted: number | null = null
  const endCell = (): void => {
    cells.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((each) => each.trim() !== '')) rows.push({ cells, line: began })
    cells = []
    began = line
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') line += 1
    if (quoted !== null) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = null
    } else if (character === '"' && cell === '') quoted = line
    else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (quoted !== null) return { unclosed: quoted }
  endRow()
  return rows
}
