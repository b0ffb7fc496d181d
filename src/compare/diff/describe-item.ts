import type { ContentItem } from '../../wire/api/content-item.ts'

/**
 * Describes a content item other than text in one line; links are shown by host only, since the rest may be signed
 * (CNT-07).
 */
export function describeItem(item: Exclude<ContentItem, { type: 'text' }>): string {
  switch (item.type) {
    case 'button':
      return `button "${item.text}" (payload ${item.payload})`
    case 'image':
    case 'video':
      return `${item.type}${item.caption === '' ? '' : ` "${item.caption}"`} (${item.mimeType}, ${hostOf(item.url)})`
    case 'audio':
      return `audio (${item.mimeType}, ${hostOf(item.url)})`
    case 'file':
      return `file ${item.filename} (${item.mimeType}, ${hostOf(item.url)})`
    default:
      return `an item of an unknown type: ${JSON.stringify(item.original)}`
  }
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]+|\[[^\]]*\])/i.exec(url)?.[1] ?? 'no host'
}
