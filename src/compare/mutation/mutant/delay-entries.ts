import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'

/**
 * Shifts the timestamps of the entries from index `from` on by `ms`; a timestamp that is not a date stays as it is.
 */
export function delayEntries(entries: readonly TranscriptEntry[], ms: number, from = 0): readonly TranscriptEntry[] {
  if (ms === 0) return entries
  return entries.map((entry, index) => {
    if (index < from || entry.type === 'unknown') return entry
    const moment = Date.parse(entry.timestamp)
    return Number.isNaN(moment) ? entry : { ...entry, timestamp: new Date(moment + ms).toISOString() }
  })
}
