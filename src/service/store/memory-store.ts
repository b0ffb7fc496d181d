import type { TranscriptEntry } from '../../api/transcript-entry.ts'
import type { JsonValue } from '../../base/json.ts'
import type { CallRecord } from './call-record.ts'
import { compareCalls } from './compare-calls.ts'
import type { OutboxMessage } from './outbox-message.ts'
import type { SessionRecord } from './session-record.ts'
import type { Store } from './store.ts'
import { createTimerQueue } from './timer-queue.ts'

/**
 * A store that forgets everything when the process ends. Nothing in it can fail half way, so `transact` just runs the
 * work; the service treats an exception as a defect.
 */
export function createMemoryStore(): Store {
  const sessions = new Map<string, SessionRecord>()
  const transcripts = new Map<string, TranscriptEntry[]>()
  const messages = new Map<string, OutboxMessage>()
  const calls = new Map<string, CallRecord>()
  const timers = createTimerQueue()
  const facts = new Map<string, JsonValue>()
  const open = new Map<string, CallRecord>()
  return {
    transact: (work) => work(),
    putSession: (record) => void sessions.set(record.sessionId, record),
    session: (sessionId) => sessions.get(sessionId),
    newestSessions: (limit) => [...sessions.values()].slice(-limit).reverse(),
    countSessions: () => sessions.size,
    appendEntries(sessionId, entries) {
      const transcript = transcripts.get(sessionId)
      if (transcript === undefined) transcripts.set(sessionId, [...entries])
      else transcript.push(...entries)
    },
    transcript: (sessionId) => transcripts.get(sessionId) ?? [],
    putMessage: (message) => void messages.set(message.id, message),
    message: (id) => messages.get(id),
    messagesOf: (sessionId) => [...messages.values()].filter((message) => message.sessionId === sessionId),
    newestMessages: (limit) => [...messages.values()].slice(-limit).reverse(),
    countMessages: () => messages.size,
    putCall(call) {
      calls.set(call.callId, call)
      if (call.state === 'done') open.delete(call.callId)
      else open.set(call.callId, call)
    },
    call: (callId) => calls.get(callId),
    openCalls: () =>
      [...open.values()].sort(
        (a, b) => Number(a.state !== 'queued') - Number(b.state !== 'queued') || compareCalls(a, b),
      ),
    nextCall: (workspace, now) =>
      [...open.values()]
        .filter(
          (call) => call.workspace === workspace && call.state === 'queued' && call.due !== null && call.due <= now,
        )
        .reduce<CallRecord | undefined>(
          (first, call) => (first === undefined || compareCalls(call, first) < 0 ? call : first),
          undefined,
        ),
    busyLines: (workspace) =>
      [...open.values()].filter(
        (call) => call.workspace === workspace && call.direction === 'outbound' && call.state !== 'queued',
      ).length,
    putTimer: timers.put,
    dropTimer: timers.drop,
    nextTimer: timers.next,
    keep: (key, value) => void facts.set(key, value),
    kept: (key) => facts.get(key),
    clear() {
      for (const map of [sessions, transcripts, messages, calls, open]) map.clear()
      timers.clear()
    },
    close: () => undefined,
  }
}
