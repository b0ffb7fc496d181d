import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** Milliseconds that a word takes when spoken: 150 words a minute. */
const wordMs = 400

/** How long an entry takes to be spoken, in milliseconds; anything but a message takes no time. */
export function speechMs(entry: TranscriptEntry | undefined): number {
  return entry?.type === 'message' ? speechMsOf((entry as Message).content) : 0
}

/** How long the content of a message takes to be spoken, in milliseconds. */
export function speechMsOf(content: readonly ContentItem[]): number {
  const words = content.flatMap((item) =>
    item.type === 'text' && 'text' in item ? String(item.text).split(/\s+/) : [],
  )
  return Math.max(1, words.length) * wordMs
}
