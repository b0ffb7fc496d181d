import type { ContentItem } from '../../api/content-item.ts'
import type { JsonObject } from '../../base/json.ts'

/** A scripted item as a content item: `{ button: Track, payload: track }`, `{ file: invoice.pdf }`, `{ image: map.png, caption: … }`. */
export function mediaItem(item: JsonObject): ContentItem {
  const text = (key: string): string => (typeof item[key] === 'string' ? item[key] : '')
  if ('button' in item) return { type: 'button', text: text('button'), payload: text('payload') }
  const kind = ['image', 'video', 'audio', 'file'].find((each) => each in item) ?? 'file'
  const name = text(kind)
  const media = {
    mimeType: text('mimeType') || mimeTypeOf(name, kind),
    url: `https://media.local.invalid/${encodeURIComponent(name)}?signature=local`,
  }
  if (kind === 'image') return { type: 'image', ...media, caption: text('caption') }
  if (kind === 'video') return { type: 'video', ...media, caption: text('caption') }
  return kind === 'audio' ? { type: 'audio', ...media } : { type: 'file', ...media, filename: name }
}

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  csv: 'text/csv',
}

function mimeTypeOf(name: string, kind: string): string {
  const fallback = kind === 'file' ? 'application/octet-stream' : `${kind}/*`
  return types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? fallback
}
