import type { JsonObject } from '../../base/json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import { localAddress } from '../media/local-media.ts'
import { mediaTypeOf } from '../media/media-type.ts'

/** The media types of file names without a known extension. */
const usualTypes: Record<string, string> = { image: 'image/png', video: 'video/mp4', audio: 'audio/wav' }

/** A scripted item as a content item: `{ button: Track, payload: track }`, `{ file: invoice.pdf }`, `{ image: map.png, caption: … }`. */
export function mediaItem(item: JsonObject): ContentItem {
  const text = (key: string): string => (typeof item[key] === 'string' ? item[key] : '')
  if ('button' in item) return { type: 'button', text: text('button'), payload: text('payload') }
  const kind = ['image', 'video', 'audio', 'file'].find((each) => each in item) ?? 'file'
  const name = text(kind)
  const mimeType = text('mimeType') || (mediaTypeOf(name) ?? usualTypes[kind] ?? 'application/octet-stream')
  const media = { mimeType, url: localAddress(name, mimeType) }
  if (kind === 'image') return { type: 'image', ...media, caption: text('caption') }
  if (kind === 'video') return { type: 'video', ...media, caption: text('caption') }
  return kind === 'audio' ? { type: 'audio', ...media } : { type: 'file', ...media, filename: name }
}
