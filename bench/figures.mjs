/** Counts with their exact intervals, as rows of Markdown, and where pages keep what a bench has measured. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const { highestRate, lowestRate } = await import('../dist/base/binomial.js')

/** `0.4 %` of 0.004. */
export const percent = (share) => `${Number((100 * share).toFixed(1))} %`

/** The exact 95 % interval of a share. */
export const interval = (count, of) => `${percent(lowestRate(count, of))} to ${percent(highestRate(count, of))}`

/** The row of a count: what was counted, how often of how many, and the interval. */
export const countRow = (what, count, of, note = '') =>
  `| ${what} | ${count} of ${of}, ${percent(count / of)}${note} | ${interval(count, of)} |`

/** A table of figures with their intervals. */
export const figureTable = (rows) => ['| measured | figure | 95 % |', '| --- | --- | --- |', ...rows].join('\n')

/** Puts `text` into a page of docs, between its two marks. */
export function writeBetween(page, [begin, end], text) {
  const path = resolve(import.meta.dirname, '../docs', page)
  const before = readFileSync(path, 'utf8')
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/${page} has no ${begin}`)
  writeFileSync(path, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`)
}

/** Puts a table of figures into the page that promises them, and prints it. */
export function writeFigures(page, rows) {
  const table = figureTable(rows)
  writeBetween(page, ['<!-- figures -->', '<!-- /figures -->'], `\n${table}\n`)
  process.stdout.write(`${table}\n`)
}
