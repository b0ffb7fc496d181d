import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const files = ['measurements-comparison.md', 'certainty.md'].map((page) =>
  resolve(import.meta.dirname, '../../docs', page),
)

/** The text of docs/measurements-comparison.md. */
export const readPage = (): string => readFileSync(files[0] ?? '', 'utf8')

/** Rows of cells as a Markdown table. The first row is the head; all columns but the first hold numbers. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows
  return [rowOf(head), rowOf(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rest.map(rowOf)].join('\n')
}

/** One row of a table. */
export const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A share from 0 to 1 as `4.2 %`. */
export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`

/**
 * The named table in docs/measurements-comparison.md or docs/certainty.md: between `<!-- table: name -->` and
 * `<!-- end -->`. With UPDATE_GOLDENS=1 it writes the given table there first, if there is one. @throws Error when the page has no
 * such place
 */
export function tableInDocs(name: string, table?: string): string {
  const place = new RegExp(`(<!-- table: ${name} -->\n)([\\s\\S]*?)(\n<!-- end -->)`)
  const file = files.find((each) => place.test(readFileSync(each, 'utf8')))
  if (file === undefined) throw new Error(`no page on comparisons has a place for the table ${name}`)
  const text = readFileSync(file, 'utf8')
  const match = place.exec(text)
  if (process.env.UPDATE_GOLDENS !== '1' || table === undefined) return match?.[2] ?? ''
  writeFileSync(
    file,
    text.replace(place, (_, before, __, after) => `${before}${table}${after}`),
  )
  return table
}

/**
 * The row of that table with the same first cell, for rows that take long to compute. With UPDATE_GOLDENS=1
 * it writes the given row there first.
 */
export function rowInDocs(name: string, row: readonly string[]): string[] {
  const lines = tableInDocs(name).split('\n')
  const place = lines.findIndex((line) => line.startsWith(`| ${row[0]} |`))
  if (place < 0) throw new Error(`the table ${name} has no row ${row[0]}`)
  const table = tableInDocs(name, lines.with(place, rowOf(row)).join('\n'))
  return (table.split('\n')[place] ?? '').slice(2, -2).split(' | ')
}
