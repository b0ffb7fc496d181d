import type { Message, TranscriptEntry } from '../../api/transcript-entry.ts'

/** Milliseconds that a word takes when spoken: 150 words a minute. */
const wordMs = 400

/** How long a message takes to be spoken, in milliseconds; anything else takes no time. */
export function speechMs(entry: TranscriptEntry | undefined): number {
  if (entry?.type !== 'message') return 0
  const { content } = entry as Message
  const words = content.flatMap((item) =>
    item.type === 'text' && 'text' in item ? String(item.text).split(/\s+/) : [],
  )
  return Math.max(1, words.length) * wordMs
}
