import type { JsonObject } from '../../base/json.ts'
import type { ChannelType } from '../../wire/api/session.ts'

/** A message to a customer as it would have been sent, or as it waits to be. Times are milliseconds since the epoch. */
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
