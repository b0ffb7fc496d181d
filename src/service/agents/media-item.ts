import type { ContentItem } from '../../api/content-item.ts'
import type { JsonObject } from '../../base/json.ts'
import { localMedia } from '../media/local-media.ts'
import { mediaTypeOf } from '../media/media-type.ts'

/** A scripted item as a content item: `{ button: Track, payload: track }`, `{ file: invoice.pdf }`, `{ image: map.png, caption: … }`. */
export function mediaItem(item: JsonObject): ContentItem {
  const text = (key: string): string => (typeof item[key] === 'string' ? item[key] : '')
  if ('button' in item) return { type: 'button', text: text('button'), payload: text('payload') }
  const kind = ['image', 'video', 'audio', 'file'].find((each) => each in item) ?? 'file'
  const name = text(kind)
  const media = {
    mimeType: text('mimeType') || (mediaTypeOf(name) ?? (kind === 'file' ? 'application/octet-stream' : `${kind}/*`)),
    url: `${localMedia}${encodeURIComponent(name)}`,
  }
  if (kind === 'image') return { type: 'image', ...media, caption: text('caption') }
  if (kind === 'video') return { type: 'video', ...media, caption: text('caption') }
  return kind === 'audio' ? { type: 'audio', ...media } : { type: 'file', ...media, filename: name }
}
