/** A part of a document. `items` may be cut from the end, and `left` then describes how many are missing. */
export interface MarkdownBlock {
  head: string
  items: readonly string[]
  tail: string
  describeLeft: (count: number) => string
  /** The largest share of the document that the items may take. */
  share: number
}

/** The longest comment that GitHub accepts, in characters. */
export const commentLimit = 65_536

export function fixedBlock(text: string): MarkdownBlock {
  return { head: text, items: [], tail: '', describeLeft: () => '', share: 0 }
}

/** Joins the blocks into at most `limit` characters: items that do not fit are counted, never cut in the middle. */
export function fitBlocks(blocks: readonly MarkdownBlock[], limit: number): string {
  const frames = blocks.map(
    ({ head, tail, items, describeLeft }) => head.length + tail.length + describeLeft(items.length).length,
  )
  let room = limit - frames.reduce((sum, length) => sum + length, 0)
  return blocks
    .map(({ head, items, tail, describeLeft, share }) => {
      let own = Math.min(room, Math.floor(limit * share))
      const end = items.findIndex((item) => {
        own -= item.length
        return own < 0
      })
      const fitting = end < 0 ? items : items.slice(0, end)
      const text = fitting.join('')
      room -= text.length
      if (items.length > 0 && fitting.length === 0) return describeLeft(items.length)
      return `${head}${text}${tail}${end < 0 ? '' : describeLeft(items.length - fitting.length)}`
    })
    .join('')
}

/** The head of a table; cells are one-line Markdown. */
export function tableHead(columns: readonly string[]): string {
  return `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`
}

/** A row of a table; cells are one-line Markdown. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

/** A collapsed section; `summary` and `body` are Markdown. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>\n\n`
}

/** The marker by which Tableread finds its own comment on a pull request again. */
export const marker = '<!-- tableread -->'

/** Follows characters that GitHub interprets even as an entity: a mention, a reference, an emoji, an address. */
const joiner = '\u2060'

/** Shows text literally in Markdown, on one line or in a table: no markup, link, mention, reference, emoji, formula. */
export function escapeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/@(?=[\p{L}\p{N}_-])|#(?=\d)|:(?=[\w+-]+:)|\bGH-(?=\d)|\b(?:mailto|xmpp)(?=:)/giu, `$&${joiner}`)
    .replace(/[\\`*_{}[\]<>|~&#@$^]|:(?=\/\/|\u2060)|(?<=^\s*\d*)[-+=.)]|(?<=\bwww)\./gi, entity)
}

/** Lines that came through the door and stay as they are, as a fenced block that nothing inside can close. */
export function fenceLines(lines: readonly string[]): string {
  const text = lines.join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** A dollar sign starts a formula unless it is wrapped in an element of its own. */
function entity(character: string): string {
  return character === '$' ? '<span>$</span>' : `&#${character.codePointAt(0)};`
}
