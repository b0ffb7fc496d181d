import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { createTally, type Tally } from '../verdict/verdict.ts'

/** What an agent can show: content items of its messages, and the other things it leaves in a transcript. */
export const contentKinds = [
  'text',
  'image',
  'video',
  'audio',
  'file',
  'button',
  'thinking',
  'summary',
  'backgroundAgent',
  'unknown',
] as const

/** `backgroundAgent` is a background agent's message; `unknown` is of a type that the interface does not list. */
export type ContentKind = (typeof contentKinds)[number]

export type ContentCoverage = Record<ContentKind, Tally>

export function createContentCoverage(): ContentCoverage {
  return Object.fromEntries(contentKinds.map((kind) => [kind, createTally()])) as ContentCoverage
}

/** Counts what one entry shows; messages of the user do not count. */
export function countContent(content: ContentCoverage, entry: TranscriptEntry, member: keyof Tally): void {
  if (entry.type === 'thinking' || entry.type === 'summary' || entry.type === 'unknown') {
    content[entry.type][member] += 1
  } else if (entry.type === 'message' && entry.role === 'backgroundAgent') {
    content.backgroundAgent[member] += 1
  } else if (entry.type === 'message' && entry.role === 'assistant') {
    for (const item of entry.content) content[item.type][member] += 1
  }
}
