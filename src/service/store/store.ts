import type { JsonValue } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { CallRecord } from './call-record.ts'
import type { OutboxMessage } from './outbox-message.ts'
import type { SessionRecord } from './session-record.ts'
import type { Timer } from './timer.ts'

/**
 * Where everything lives that outlasts a request. What was put can be read at once (SES-07); a record that was read and
 * changed counts only once it is put. The behaviour suite in store.fixture.ts holds for every store.
 */
export interface Store {
  /** Keeps all that `work` writes, or nothing when it throws. */
  transact<T>(work: () => T): T

  putSession(record: SessionRecord): void
  /** The session of any workspace; the caller compares the workspace. */
  session(sessionId: string): SessionRecord | undefined
  /** The newest sessions by creation, newest first. */
  newestSessions(limit: number): SessionRecord[]
  countSessions(): number

  /** Adds entries at the end of a session's transcript. */
  appendEntries(sessionId: string, entries: readonly TranscriptEntry[]): void
  transcript(sessionId: string): TranscriptEntry[]

  putMessage(message: OutboxMessage): void
  message(id: string): OutboxMessage | undefined
  /** The messages of a session in the order they were put first. */
  messagesOf(sessionId: string): OutboxMessage[]
  newestMessages(limit: number): OutboxMessage[]
  countMessages(): number

  putCall(call: CallRecord): void
  call(callId: string): CallRecord | undefined
  /** Calls that are not done, those that wait first in the order they would be placed (QUE-01, QUE-05). */
  openCalls(): CallRecord[]
  /** The queued call of a workspace that is due and comes first (QUE-06). */
  nextCall(workspace: string, now: number): CallRecord | undefined
  /** How many calls of a workspace are on a line. */
  busyLines(workspace: string): number

  putTimer(timer: Timer): void
  dropTimer(id: string): void
  /** The timer that comes due first; of equal ones that which was put first. */
  nextTimer(): Timer | undefined

  /** Small facts of the service itself: its clock, its secret, agents saved at run time. */
  keep(key: string, value: JsonValue): void
  kept(key: string): JsonValue | undefined

  /** Forgets everything but small facts. */
  clear(): void
  close(): void
}
