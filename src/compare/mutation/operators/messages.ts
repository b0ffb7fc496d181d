import { redactKeys } from '../../../base/secret-keys.ts'
import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'

/** "the reply", or "message 2 of 3". */
export function nameMessage({ assistant }: TurnView, at: number): string {
  return assistant.length === 1 ? 'the reply' : `message ${at + 1} of ${assistant.length}`
}

/** The entries with the text items of one message, or of all of the agent's, rewritten. */
export function rewrite(
  entries: readonly TranscriptEntry[],
  change: (text: string) => string,
  only?: number,
): TranscriptEntry[] {
  return entries.map((entry, index) => {
    if (entry.type !== 'message' || entry.role !== 'assistant' || (only !== undefined && only !== index)) return entry
    const content = entry.content.map((item) => (item.type === 'text' ? { ...item, text: change(item.text) } : item))
    return { ...entry, content }
  })
}

/** Quotes a text on one line, shortened; keys are redacted first, because a truncated key would not be recognised. */
export function quoteShort(text: string): string {
  const line = redactKeys(text).replace(/\s+/g, ' ').trim()
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 59)}…` : line)
}
