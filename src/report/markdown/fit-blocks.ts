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
