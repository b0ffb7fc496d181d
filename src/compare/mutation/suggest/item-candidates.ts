import type { JsonValue } from '../../../base/json/json.ts'
import { type ItemKind, itemKinds } from '../../../suite/language/expectations/reply-expectation.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import type { ShownItem } from '../operators/items.ts'

/** The kinds of items that a reply may show beside its text. */
export const shownKinds: readonly ItemKind[] = itemKinds.filter((kind) => kind !== 'text')

/** The buttons, pictures, videos, audios and files, each by what names it; then all of a kind, for those that are alike. */
export function itemsShown({ view }: HeardTurn): JsonValue[] {
  const items = view.assistant.flatMap((message) => message.items.filter(isShown))
  const each = items.flatMap((item) => describeItem(item).map((members) => ({ [item.type]: members })))
  const all = shownKinds.flatMap((kind) => {
    const own = items.filter(({ type }) => type === kind)
    return own.length < 2 ? [] : [{ [kind]: own.map(({ type: _, ...members }) => members) }]
  })
  return [...each, ...all]
}

/** No more items than there are. */
export function itemsAlone({ view }: HeardTurn): JsonValue[] {
  const items = view.assistant.flatMap((message) => message.items)
  const absent = shownKinds.filter((kind) => items.every(({ type }) => type !== kind))
  return [...absent.map((kind) => ({ [kind]: 'none' })), { content: { length: items.length } }]
}

function isShown(item: { type: string }): item is ShownItem {
  return item.type !== 'text' && item.type !== 'unknown'
}

/** Ways to tell an item from others; the query of a link is what changes. */
function describeItem(item: ShownItem): JsonValue[] {
  if (item.type === 'button') return [{ text: item.text, payload: item.payload }, { payload: item.payload }]
  const { url, mimeType } = item
  const name = item.type === 'file' ? [{ filename: item.filename, mimeType }] : [{ mimeType }]
  const caption = 'caption' in item && item.caption !== '' ? [{ caption: item.caption }] : []
  const host = URL.canParse(url) ? [{ host: new URL(url).host }] : []
  return [...name, ...caption, { url: { 'starts with': url.replace(/[?#].*/s, '') } }, { url }, ...host]
}
