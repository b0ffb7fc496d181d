import type { JsonValue } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallRecord } from './call-record.ts'
import { compareCalls } from './compare-calls.ts'
import { createOrderedRecords } from './ordered-records.ts'
import type { OutboxMessage } from './outbox-message.ts'
import type { SessionRecord } from './session-record.ts'
import type { Store } from './store.ts'
import { createTimerQueue } from './timer-queue.ts'

/**
 * A store that forgets everything when the process ends. Nothing in it can fail half way, so `transact` just runs the
 * work; the service treats an exception as a defect.
 */
export function createMemoryStore(): Store {
  const sessions = createOrderedRecords<SessionRecord>()
  const transcripts = new Map<string, TranscriptEntry[]>()
  const messages = createOrderedRecords<OutboxMessage>()
  const messageIds = new Map<string, string[]>()
  const calls = new Map<string, CallRecord>()
  const timers = createTimerQueue()
  const facts = new Map<string, JsonValue>()
  const open = new Map<string, CallRecord>()
  return {
    transact: (work) => work(),
    putSession: (record) => sessions.put(record.sessionId, record),
    session: sessions.get,
    newestSessions: sessions.newest,
    countSessions: sessions.count,
    appendEntries(sessionId, entries) {
      const transcript = transcripts.get(sessionId)
      if (transcript === undefined) transcripts.set(sessionId, [...entries])
      else transcript.push(...entries)
    },
    transcript: (sessionId) => transcripts.get(sessionId) ?? [],
    putMessage(message) {
      const { id, sessionId } = message
      const ids = messageIds.get(sessionId)
      if (ids === undefined) messageIds.set(sessionId, [id])
      else if (messages.get(id) === undefined) ids.push(id)
      messages.put(id, message)
    },
    message: messages.get,
    messagesOf: (sessionId) => (messageIds.get(sessionId) ?? []).flatMap((id) => messages.get(id) ?? []),
    newestMessages: messages.newest,
    countMessages: messages.count,
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
      for (const records of [sessions, transcripts, messages, messageIds, calls, open]) records.clear()
      timers.clear()
    },
    close: () => undefined,
  }
}
