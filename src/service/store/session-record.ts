import type { JsonObject } from '../../base/json.ts'
import type { ChannelType, SessionStatus } from '../../wire/api/session.ts'

/**
 * A stored session, without its transcript: what the session fetch shows, and what the agent remembers. Times are
 * milliseconds since the epoch.
 */
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
}

/** Members that only calls have; `duration` is in seconds, null until the call has ended (SES-25). */
export interface SessionCall {
  /** The call to which this attempt belongs (SES-27). */
  callId: string
  duration: number | null
  retryAttemptNo: number
  recorded: boolean
}
