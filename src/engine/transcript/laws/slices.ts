import { sameJson } from '../../../base/same-json.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Finding } from '../finding.ts'
import type { SessionLawFacts } from '../law-facts.ts'
import { identify } from './identify.ts'

/** Law `slices add up`: the turns' slices, one after the other, are the stored transcript (CHA-04); calls of the phase post may follow (TRN-21). */
export function checkSlices({ session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>): Finding[] {
  const stored = session.transcript
  const finding = (message: string, index: number): Finding[] => [{ law: 'slices add up', message, index }]
  for (const [index, entry] of entries.entries()) {
    const kept = stored[index]
    if (kept === undefined)
      return finding(`the stored session ends before entry ${index + 1} of the turns (${nameOf(entry)})`, index)
    if (!isSame(entry, kept))
      return finding(
        `entry ${index + 1} was ${nameOf(entry)} in the turn, but the stored session holds ${nameOf(kept)}`,
        index,
      )
  }
  const extra = stored.slice(entries.length).find((entry) => !('phase' in entry) || entry.phase !== 'post')
  return extra === undefined
    ? []
    : finding(`the stored session holds ${nameOf(extra)} that no turn showed`, stored.indexOf(extra))
}

/** Compared as they are first: two readings of one entry seldom differ. */
function isSame(entry: TranscriptEntry, kept: TranscriptEntry): boolean {
  return sameJson(entry, kept) || identify(entry) === identify(kept)
}

function nameOf(entry: TranscriptEntry): string {
  if (entry.type === 'message') return `a message of the role ${entry.role}`
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return `${entry.type} ${entry.name} (${entry.call_id})`
  return `an entry of the type ${entry.type}`
}
