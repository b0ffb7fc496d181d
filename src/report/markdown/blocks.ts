import { cutText } from '../../base/privacy/cut.ts'
import { describeLeftOut, type LeftOut } from '../../engine/verdict/part-of-run.ts'
import { escapeText } from './escape-text.ts'

/** A part of a document. `items` may be cut from the end, and `left` then describes how many are missing. */
export interface Block {
  head: string
  items: readonly string[]
  tail: string
  left: (count: number) => string
  /** The largest share of the document that the items may take. */
  share: number
}

/** The longest comment that GitHub accepts, in characters. */
export const commentLimit = 65_536

/** A block that has no items. */
export function fixed(text: string): Block {
  return { head: text, items: [], tail: '', left: () => '', share: 0 }
}

/** Joins the blocks into at most `limit` characters: items that do not fit are counted, never cut in the middle. */
export function fitBlocks(blocks: readonly Block[], limit: number): string {
  const frames = blocks.map(({ head, tail, items, left }) => head.length + tail.length + left(items.length).length)
  let room = limit - frames.reduce((sum, length) => sum + length, 0)
  return blocks
    .map(({ head, items, tail, left, share }) => {
      let own = Math.min(room, Math.floor(limit * share))
      const end = items.findIndex((item) => {
        own -= item.length
        return own < 0
      })
      const shown = end < 0 ? items : items.slice(0, end)
      const text = shown.join('')
      room -= text.length
      if (items.length > 0 && shown.length === 0) return left(items.length)
      return `${head}${text}${tail}${end < 0 ? '' : left(items.length - shown.length)}`
    })
    .join('')
}

/** The head of a table, and a row of it; cells are Markdown on one line. */
export function tableHead(columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`
}

/** One row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

/** Foreign text as a cell of a table, or between words: on one line, and not long. */
export function cell(text: string): string {
  return escapeText(cutText(text, 300))
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
