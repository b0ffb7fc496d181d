import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { CallOptions } from '../../wire/api/call.ts'
import type { ChannelType } from '../../wire/api/channel-type.ts'
import type { SessionStatus } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Unseen } from '../../wire/api/unseen.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Refusal } from '../answer/answer.ts'
import type { WorkingHours } from '../time/working-hours.ts'

/**
 * Holds everything that outlasts a request. What was put can be read immediately (SES-07); changes to a record
 * that was read take effect only once it is put again. The tests in store.fixture.ts apply to every store.
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
  /** Forgets a session and its transcript. Not within a transaction. */
  dropSession(sessionId: string): void

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
  /** The timer with the earliest due time, skipping the ids in `except`; of equal times, the one put first. */
  nextTimer(except?: TimerIds): Timer | undefined

  /** Small values of the service itself: its clock, its secret, agents saved at run time. */
  keep(key: string, value: JsonValue): void
  kept(key: string): JsonValue | undefined

  /** Deletes everything except those small values. */
  clear(): void
  close(): void
}

/** A stored session without its transcript, and what the agent remembers. Times are in epoch milliseconds. */
export interface SessionRecord {
  sessionId: string
  workspace: string
  agentName: string
  agentNumber: string | null
  agentEmail: string | null
  versionLabel: string
  participant: { id: string; name: string | null; number: string | null; email: string | null }
  variables: JsonObject
  channelType: ChannelType
  channelName: string | null
  status: SessionStatus
  time: number
  createdAt: number
  updatedAt: number
  /** The time of the latest entry, which may be ahead of the clock by as long as tools took. */
  latest: number
  turns: number
  state: JsonObject
  analysis: JsonObject | null
  /** Null for text sessions (SES-23). */
  call: SessionCall | null
  /** The usage of models in this session; left out if there is none. */
  usage?: Usage[]
  /** What its transcript cannot show; left out if it shows everything. */
  unseen?: Unseen
}

/** A copy of a session that can be changed without changing the original. */
export function copySession(session: SessionRecord): SessionRecord {
  const copy = { ...session }
  copy.variables = { ...session.variables }
  copy.state = { ...session.state }
  return copy
}

/** Members that only calls have; `duration` is in seconds, null until the call has ended (SES-25). */
export interface SessionCall {
  /** The call to which this attempt belongs (SES-27). */
  callId: string
  duration: number | null
  retryAttemptNo: number
  recorded: boolean
}

/** A message to a customer, sent or waiting. Times are milliseconds since the epoch. */
export interface OutboxMessage {
  id: string
  sessionId: string
  workspace: string
  channelType: ChannelType
  channelName: string
  agentName: string
  versionLabel: string
  /** The agent's number or email address. */
  from: string | null
  /** The customer's number, web chat id or email address. */
  to: string
  cc: string[]
  bcc: string[]
  subject: string | null
  /** The kind of message; `reply` answers something the customer wrote. */
  messageType: 'prompt' | 'say' | 'template' | 'reply'
  /** The text as the customer reads it; empty until a prompt is written. */
  text: string
  /** Instructions for the agent that writes a prompt. */
  additionalContext: string | null
  /** A template and its values, which are separate from the metadata (WAO-05). */
  template: { name: string; language: string; variables: JsonObject } | null
  attachments: string[]
  metadata: JsonObject
  /** The session whose thread this continues; null starts one (EMO-05). */
  replyTo: string | null
  due: number
  sentAt: number | null
  status: 'waiting' | 'sent' | 'stopped' | 'failed'
}

/** A call over all its attempts: the request, and its current state. Times are milliseconds since the epoch. */
export interface CallRecord {
  /** The session of the first attempt (SES-08); later attempts have sessions of their own (SES-27). */
  callId: string
  sessionId: string
  workspace: string
  workflowId: string | null
  /** Only outbound calls occupy one of the workspace's lines. */
  direction: 'outbound' | 'inbound'
  /** Without a plus (DEL-06). */
  customerNumber: string
  agentName: string
  versionLabel: string
  agentNumber: string | null
  channelName: string | null
  options: CallOptions
  metadata: JsonObject
  retries: number
  retryAfterMs: number
  hours: WorkingHours
  /** 1 is the highest, 100 the lowest (QUE-01). */
  priority: number
  onDate: string | null
  attempt: number
  /** Null if it can never be placed and only waits to expire. */
  due: number | null
  /** The order of arrival, which decides between equal priorities (QUE-05). */
  arrival: number
  state: 'queued' | 'placed' | 'connected' | 'done'
  connectedAt: number | null
  /** How many times the customer has spoken in this attempt. */
  spoken: number
}

/** Ids of timers, as a set or as the keys of a map. */
export type TimerIds = Pick<ReadonlySet<string>, 'has' | 'size'>

export type TimerKind =
  | 'send message'
  | 'place call'
  | 'call step'
  | 'end call'
  | 'expire call'
  | 'end idle session'
  | 'end session'

/** Scheduled for an instant in epoch milliseconds; replaces an earlier timer with the same id. */
export interface Timer {
  id: string
  kind: TimerKind
  /** The session, message or call it is about. */
  subject: string
  due: number
}

/** Why the store's file cannot be written now, in the error's words, as for a full disk; null for other errors. */
export function storageFailureOf(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof message !== 'string') return null
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') return message
  const words = /disk is full|disk I\/O error|readonly database|unable to open database|database is locked/i
  return typeof code === 'string' && code.includes('SQLITE') && words.test(message) ? message : null
}

/** The answer to a request whose records could not be stored: all of it was rolled back. */
export function refuseStorage(reason: string): Refusal {
  return {
    errorCode: 'localStorageFailed',
    message: `the data file cannot be written (${reason}); nothing of this request was kept`,
  }
}
