import type { JsonObject } from '../../../base/json.ts'
import type { Exchange } from '../world/exchange.ts'
import type { Laws } from '../world/law.ts'
import { each, itemsOf, mistyped } from './parts.ts'

const ofType =
  (...types: string[]) =>
  (exchange: Exchange): JsonObject[] =>
    itemsOf(exchange).filter(({ type }) => types.includes(String(type)))
const media = { mimeType: ['string'], url: ['string'] }
const isLink = (url: unknown): boolean => typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)

/** The items of a message (Content item). */
export const contentLaws: Laws = {
  'CNT-01': each(ofType('text'), (item) => mistyped(item, { text: ['string'] })),
  'CNT-02': each(ofType('image', 'video'), (item) =>
    mistyped(item, { ...media, caption: ['string', 'null', 'absent'] }),
  ),
  'CNT-03': each(ofType('audio'), (item) => mistyped(item, media)),
  'CNT-04': each(ofType('file'), (item) => mistyped(item, { ...media, filename: ['string'] })),
  'CNT-05': each(ofType('button'), (item) => mistyped(item, { text: ['string'], payload: ['string'] })),
  'CNT-06': each(itemsOf, ({ type }) =>
    ['text', 'image', 'video', 'audio', 'file', 'button'].includes(String(type))
      ? null
      : `type is ${JSON.stringify(type)}`,
  ),
  'CNT-07': each(ofType('image', 'video', 'audio', 'file'), ({ url }) =>
    isLink(url) ? null : `url is ${JSON.stringify(url)}`,
  ),
  'CNT-08': each(ofType('image', 'video', 'audio'), ({ type, mimeType }) =>
    String(mimeType).startsWith(`${String(type)}/`) ? null : `an item of type ${String(type)} is ${String(mimeType)}`,
  ),
}
