import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../docs/comparison.md')

/** The text of docs/comparison.md. */
export const readPage = (): string => readFileSync(file, 'utf8')

/** Rows of cells as a table in Markdown, the first row as its head; all columns but the first are numbers. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rest.map(line)].join('\n')
}

/** A share from 0 to 1 as `4.2 %`. */
export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`

/**
 * The table of that name as docs/comparison.md has it: between `<!-- table: name -->` and `<!-- end -->`. With
 * UPDATE_GOLDENS=1 the given one is written there first. @throws Error when the page has no such place
 */
export function tableInDocs(name: string, table: string): string {
  const text = readPage()
  const place = new RegExp(`(<!-- table: ${name} -->\n)([\\s\\S]*?)(\n<!-- end -->)`)
  const found = place.exec(text)
  if (found === null) throw new Error(`docs/comparison.md has no place for the table ${name}`)
  if (process.env.UPDATE_GOLDENS !== '1') return found[2] ?? ''
  writeFileSync(
    file,
    text.replace(place, (_, before, __, after) => `${before}${table}${after}`),
  )
  return table
}
