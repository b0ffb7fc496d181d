import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** A call with what it gave back: null while nothing has come, and a null call when an output has none before it. */
export interface CallPair {
  type: 'call'
  call: FunctionCall | null
  output: FunctionCallOutput | null
}

/** What a transcript is shown as: calls with their outputs, at the place of the call, and all else as it is. */
export type ShownEntry = CallPair | Exclude<TranscriptEntry, FunctionCall | FunctionCallOutput>

/**
 * Puts each output to the earliest call before it that has its id and still waits (TRN-12). Ids that come twice, or
 * outputs that nobody asked for, are shown as they stand: a person who debugs wants to see them.
 */
export function pairEntries(entries: readonly TranscriptEntry[]): ShownEntry[] {
  const shown: ShownEntry[] = []
  const waiting: CallPair[] = []
  for (const entry of entries) {
    if (entry.type === 'function_call') {
      const pair: CallPair = { type: 'call', call: entry, output: null }
      waiting.push(pair)
      shown.push(pair)
    } else if (entry.type === 'function_call_output') {
      const pair = waiting.find(({ call, output }) => call?.call_id === entry.call_id && output === null)
      if (pair === undefined) shown.push({ type: 'call', call: null, output: entry })
      else pair.output = entry
    } else shown.push(entry)
  }
  return shown
}
