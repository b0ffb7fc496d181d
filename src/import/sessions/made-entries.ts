import type { JsonObject } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** A transcript that is made from another source, entry by entry. */
export interface MadeEntries {
  entries: TranscriptEntry[]
  say(role: 'user' | 'assistant', text: string): void
  /** A call, with its output where there is one. */
  call(name: string, given: JsonObject, id: string | undefined, output: string | undefined, isError?: boolean): void
  /** A call whose output comes later. */
  open(name: string, given: JsonObject, id: string): void
  close(name: string, id: string, output: string, isError: boolean): void
}

/** Begins one. Moments are made up, a second apart, since most sources have none. */
export function createEntries(): MadeEntries {
  const entries: TranscriptEntry[] = []
  let count = 0
  const timestamp = (): string => new Date(Date.UTC(2026, 0, 1) + entries.length * 1_000).toISOString()
  const made: MadeEntries = {
    entries,
    say(role, text) {
      const sender = { senderId: null, senderName: null, agentName: null, metadata: null }
      entries.push({ type: 'message', role, content: [{ type: 'text', text }], ...sender, timestamp: timestamp() })
    },
    call(name, given, id, output, isError = false) {
      count += 1
      const callId = id ?? `call-${count}`
      made.open(name, given, callId)
      if (output !== undefined) made.close(name, callId, output, isError)
    },
    open(name, given, id) {
      entries.push({
        type: 'function_call',
        name,
        call_id: id,
        arguments: given,
        phase: 'during',
        timestamp: timestamp(),
      })
    },
    close(name, id, output, isError) {
      entries.push({
        type: 'function_call_output',
        name,
        call_id: id,
        output,
        is_error: isError,
        executionTimeMs: null,
        phase: 'during',
        timestamp: timestamp(),
      })
    },
  }
  return made
}
