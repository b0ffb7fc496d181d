import { describeLeftOut, type LeftOut } from '../../engine/coverage/left-out.ts'

/** The head of a table, and a row of it; cells are Markdown on one line. */
export function tableHead(columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`
}

/** One row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

/** A collapsed section; `summary` and `body` are Markdown. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>\n\n`
}

/** The marker by which Tableread finds its own comment on a pull request again. */
export const marker = '<!-- tableread -->'

/** A paragraph on what `only: true` left out; empty if that is nothing. */
export function leftOutLine(result: LeftOut): string {
  const told = describeLeftOut(result)
  return told === null ? '' : `⚠️ ${told}.\n\n`
}
