/** Counts with their exact confidence intervals, as rows of Markdown, and writing them into the docs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const { highestRate, lowestRate } = await import('../dist/base/binomial.js')

/** `0.4 %` for 0.004. */
export const percent = (share) => `${Number((100 * share).toFixed(1))} %`

/** The exact 95 % confidence interval of a share. */
export const interval = (count, of) => `${percent(lowestRate(count, of))} to ${percent(highestRate(count, of))}`

/** A table row for a count: what was counted, how many of how many, and the interval. */
export const countRow = (what, count, of, note = '') =>
  `| ${what} | ${count} of ${of}, ${percent(count / of)}${note} | ${interval(count, of)} |`

/** A table of figures with their intervals. */
export const figureTable = (rows) => ['| measured | figure | 95 % |', '| --- | --- | --- |', ...rows].join('\n')

/** Puts `text` between two marks of a docs page. */
export function writeBetween(page, [begin, end], text) {
  const path = resolve(import.meta.dirname, '../docs', page)
  const before = readFileSync(path, 'utf8')
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/${page} has no ${begin}`)
  writeFileSync(path, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`)
}

/** Puts a table of figures about a subject into the page of measurements, and prints it. */
export function writeFigures(subject, rows) {
  const table = figureTable(rows)
  writeBetween('measurements.md', [`<!-- figures: ${subject} -->`, `<!-- /figures: ${subject} -->`], `\n${table}\n`)
  process.stdout.write(`${table}\n`)
}
