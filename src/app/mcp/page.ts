import { cutText } from '../../base/privacy/cut.ts'

/** The size limit of one answer, in characters: a model has to read all of it, needed or not. */
const mostCharacters = 20_000

/** Part of a list, and the offset of the rest; null if nothing is left. */
export interface ListPage<Item> {
  shown: Item[]
  next: number | null
}

/** At most `limit` items, no more than fit into one answer, but always one if any is left. */
export function pageOf<Item>(items: readonly Item[], offset: number, limit: number): ListPage<Item> {
  const pageItems: Item[] = []
  let size = 0
  for (const item of items.slice(offset, offset + limit)) {
    size += JSON.stringify(item).length
    if (pageItems.length > 0 && size > mostCharacters) break
    pageItems.push(item)
  }
  const next = offset + pageItems.length
  return { shown: pageItems, next: next < items.length ? next : null }
}

/** Cuts a text to `most` characters, with a mark where it was cut. */
export function capText(text: string, most: number = mostCharacters): string {
  return cutText(text, most, '\n… (cut here)')
}

/** `11 to 20 of 34; go on with offset 20`. */
export function describePage({ shown, next }: ListPage<unknown>, offset: number, all: number): string {
  if (offset === 0 && next === null) return ''
  if (shown.length === 0) return `nothing from ${offset} on: there are ${all}`
  const rest = next === null ? '' : `; go on with offset ${next}`
  return `${offset + 1} to ${offset + shown.length} of ${all}${rest}`
}
