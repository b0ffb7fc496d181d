import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Fault, FaultKind } from './fault.ts'

/** The entries of a turn as a faulty service would write them. Other kinds of fault change nothing here. */
export function corruptEntries(entries: readonly TranscriptEntry[], faults: readonly Fault[]): TranscriptEntry[] {
  return faults.reduce<TranscriptEntry[]>(
    (remainder, fault) => corruptions[fault.kind]?.(remainder, fault) ?? remainder,
    [...entries],
  )
}

const corruptions: Partial<Record<FaultKind, (entries: TranscriptEntry[], fault: Fault) => TranscriptEntry[]>> = {
  'missing output': (entries) => entries.filter((entry) => entry.type !== 'function_call_output'),
  'lost call': (entries) => entries.filter((entry) => entry.type !== 'function_call'),
  'orphan output': (entries) => {
    const orphan: FunctionCallOutput = {
      type: 'function_call_output',
      name: 'nobody_called_this',
      call_id: `orphan_${crypto.randomUUID()}`,
      output: '{}',
      is_error: false,
      executionTimeMs: 1,
      phase: 'during',
      timestamp: timeOf(entries.at(-1)),
    }
    return [...entries, orphan]
  },
  'duplicate id': (entries) => {
    const first = entries.find((entry): entry is FunctionCall => entry.type === 'function_call')
    return first === undefined
      ? entries
      : entries.map((entry) => ('call_id' in entry ? { ...entry, call_id: first.call_id } : entry))
  },
  'out of order': (entries) => [...entries].reverse(),
  'clock skew': (entries, { ms = -3_600_000 }) =>
    entries.map((entry, index) =>
      index % 2 === 0 ? entry : { ...entry, timestamp: new Date(Date.parse(timeOf(entry)) + ms).toISOString() },
    ),
  'no phase': (entries) => entries.map((entry) => ('phase' in entry ? { ...entry, phase: null } : entry)),
}

function timeOf(entry: TranscriptEntry | undefined): string {
  return entry !== undefined && 'timestamp' in entry ? entry.timestamp : new Date(0).toISOString()
}
