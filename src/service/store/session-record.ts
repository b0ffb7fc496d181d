import type { ChannelType, SessionStatus } from '../../api/session.ts'
import type { TranscriptEntry } from '../../api/transcript-entry.ts'
import type { JsonObject } from '../../base/json.ts'

/** A session as it is stored: what the session fetch shows, and what the agent remembers. Times are milliseconds since the epoch. */
export interface SessionRecord {
  sessionId: string
  workspace: string
  agentName: string
  versionLabel: string
  participant: { id: string; number: string | null; email: string | null }
  variables: JsonObject
  channelType: ChannelType
  channelName: string | null
  transcript: TranscriptEntry[]
  status: SessionStatus
  time: number
  createdAt: number
  updatedAt: number
  /** The time of the latest entry, which may run ahead of the clock by the time tools took. */
  latest: number
  turns: number
  state: JsonObject
}
