import type { JsonValue } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallRecord } from './call-record.ts'
import type { OutboxMessage } from './outbox-message.ts'
import type { SessionRecord } from './session-record.ts'
import type { Timer } from './timer.ts'

/**
 * Holds everything that outlasts a request. What was put can be read immediately (SES-07); changes to a record that was
 * read take effect only once it is put. The tests in store.fixture.ts apply to every store.
 */
export interface Store {
  /** Stores everything that `work` writes, or nothing if it throws. */
  transact<T>(work: () => T): T

  putSession(record: SessionRecord): void
  /** The session of any workspace; the caller compares the workspace. */
  session(sessionId: string): SessionRecord | undefined
  /** The newest sessions by creation, newest first. */
  newestSessions(limit: number): SessionRecord[]
  countSessions(): number

  /** Appends entries to a session's transcript. */
  appendEntries(sessionId: string, entries: readonly TranscriptEntry[]): void
  transcript(sessionId: string): TranscriptEntry[]

  putMessage(message: OutboxMessage): void
  message(id: string): OutboxMessage | undefined
  /** The messages of a session in the order of their first put. */
  messagesOf(sessionId: string): OutboxMessage[]
  newestMessages(limit: number): OutboxMessage[]
  countMessages(): number

  putCall(call: CallRecord): void
  call(callId: string): CallRecord | undefined
  /** Calls that are not done: waiting ones first, in the order they would be placed (QUE-01, QUE-05). */
  openCalls(): CallRecord[]
  /** The queued call of a workspace that is due and comes first (QUE-06). */
  nextCall(workspace: string, now: number): CallRecord | undefined
  /** The number of calls of a workspace that occupy a line. */
  busyLines(workspace: string): number

  putTimer(timer: Timer): void
  dropTimer(id: string): void
  /** The timer with the earliest due time; of equal ones, the first that was put. */
  nextTimer(): Timer | undefined

  /** Small values of the service itself: its clock, its secret, agents saved at run time. */
  keep(key: string, value: JsonValue): void
  kept(key: string): JsonValue | undefined

  /** Deletes everything but those small values. */
  clear(): void
  close(): void
}
