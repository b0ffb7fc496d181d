import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** The time it takes to speak a word, in milliseconds: 150 words a minute. */
const wordMs = 400

/** The time it takes to speak an entry, in milliseconds; zero for anything but a message. */
export function speechMs(entry: TranscriptEntry | undefined): number {
  return entry?.type === 'message' ? speechMsOf((entry as Message).content) : 0
}

export function speechMsOf(content: readonly ContentItem[]): number {
  const words = content.flatMap((item) =>
    item.type === 'text' && 'text' in item ? String(item.text).split(/\s+/) : [],
  )
  return Math.max(1, words.length) * wordMs
}
