import type { ContentItem } from '../../wire/api/content-item.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { localMedia } from './local-media.ts'

/** Adds origin, expiry and signature to every link to our own media. `link` makes one from a path. */
export function signEntries(entries: readonly TranscriptEntry[], link: (path: string) => string): TranscriptEntry[] {
  return entries.map((entry) => {
    if (entry.type !== 'message') return entry
    const { content } = entry as { content: ContentItem[] }
    if (!content.some(isLocal)) return entry
    return {
      ...entry,
      content: content.map((item) => (isLocal(item) ? { ...item, url: link(pathOf(item.url)) } : item)),
    }
  })
}

function isLocal(item: ContentItem): item is ContentItem & { url: string } {
  return 'url' in item && typeof item.url === 'string' && item.url.startsWith(localMedia)
}

function pathOf(url: string): string {
  return `/_local/media/${url.slice(localMedia.length)}`
}
