import { describeLeftOut, type LeftOut } from '../../engine/coverage/left-out.ts'

/** The head of a table, and a row of it; cells are Markdown on one line. */
export function tableHead(columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`
}

/** One row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

/** Something that is shown when it is opened; `summary` and `body` are Markdown. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>\n\n`
}

/** The comment by which a pull request's comment of Tableread is found again. */
export const marker = '<!-- tableread -->'

/** What `only: true` left out, as a paragraph; nothing where it left out nothing. */
export function leftOutLine(result: LeftOut): string {
  const told = describeLeftOut(result)
  return told === null ? '' : `⚠️ ${told}.\n\n`
}
