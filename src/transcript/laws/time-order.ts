import type { TranscriptEntry } from '../../api/transcript-entry.ts'
import type { Finding } from '../finding.ts'

/** Law `time order`: timestamps are dates and never go back (TRN-02, TRN-03). */
export function checkTimeOrder(entries: readonly TranscriptEntry[]): Finding[] {
  const findings: Finding[] = []
  let latest = Number.NEGATIVE_INFINITY
  let index = -1
  for (const entry of entries) {
    index += 1
    if (entry.type === 'unknown') continue
    const time = Date.parse(entry.timestamp)
    if (Number.isNaN(time))
      findings.push({ law: 'time order', message: `entry ${index + 1} has no date: ${entry.timestamp}`, index })
    else if (time < latest)
      findings.push({
        law: 'time order',
        message: `entry ${index + 1} (${entry.type}) is ${latest - time} ms earlier than one before it`,
        index,
      })
    else latest = time
  }
  return findings
}
