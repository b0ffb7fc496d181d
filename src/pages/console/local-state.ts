/** What GET /_local/state answers: all of the local service that is not a transcript. Times are ISO 8601 text. */
export interface LocalState {
  clock: { now: string; kind: 'system' | 'frozen' }
  workspaces: WorkspaceRow[]
  /** All sessions; `sessions` holds the newest of them. */
  sessionCount: number
  sessions: SessionRow[]
  queue: QueueRow[]
  /** Newest first. */
  outbox: OutboxRow[]
  /** The faults that are set, as they were set. */
  faults: object[]
}

/** A workspace with what can be talked to in it. */
export interface WorkspaceRow {
  name: string
  agents: { name: string; agentId: string; published: number | null; versions: number[]; draft: boolean }[]
  channels: { name: string; type: string; enabled: boolean }[]
}

/** A session without its transcript. */
export interface SessionRow {
  sessionId: string
  workspace: string
  agentName: string
  version: string | number | null
  channelType: string
  channelName: string | null
  participant: string
  status: string
  createdAt: string
  updatedAt: string
  turns: number
}

/** A call that waits or is on the line. */
export interface QueueRow {
  callId: string
  sessionId: string
  workspace: string
  workflowId: string | null
  customerNumber: string
  agentName: string
  /** 1 is the highest. */
  priority: number
  /** Null when the call can never be placed and only waits to expire. */
  due: string | null
  attempt: number
  state: 'queued' | 'placed' | 'connected'
}

/** A message that left, or waits to leave. */
export interface OutboxRow {
  id: string
  sessionId: string
  workspace: string
  channelType: string
  channelName: string
  agentName: string
  from: string | null
  to: string
  cc: string[]
  bcc: string[]
  subject: string | null
  text: string
  template: { name: string; language: string; variables: object } | null
  attachments: string[]
  metadata: object | null
  due: string
  sentAt: string | null
  status: 'waiting' | 'sent' | 'stopped' | 'failed'
}
