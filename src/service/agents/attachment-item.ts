import type { ContentItem } from '../../wire/api/content-item.ts'

/** Turns a public link into a content item: an image if its extension says so, else a file (CHA-42). */
export function attachmentItem(url: string): ContentItem {
  const filename = url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  const image = /\.(png|jpe?g|gif|webp)$/i.exec(filename)?.[1]?.toLowerCase()
  if (image === undefined) return { type: 'file', mimeType: 'application/octet-stream', url, filename }
  return { type: 'image', mimeType: `image/${image === 'jpg' ? 'jpeg' : image}`, url, caption: '' }
}
