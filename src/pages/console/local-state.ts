/** The answer of GET /_local/state: everything in the local service except transcripts. Times are ISO 8601 text. */
export interface LocalState {
  clock: { now: string; kind: 'system' | 'frozen' }
  workspaces: WorkspaceRow[]
  /** The number of all sessions; `sessions` holds the newest of them. */
  sessionCount: number
  sessions: SessionRow[]
  queue: QueueRow[]
  /** Newest first. */
  outbox: OutboxRow[]
  faults: object[]
}

export interface WorkspaceRow {
  name: string
  agents: { name: string; agentId: string; published: number | null; versions: number[]; draft: boolean }[]
  channels: { name: string; type: string; enabled: boolean }[]
}

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
  /** The customer's first message; null until there is one. */
  firstWords: string | null
}

export interface QueueRow {
  callId: string
  sessionId: string
  workspace: string
  workflowId: string | null
  customerNumber: string
  agentName: string
  /** 1 is the highest. */
  priority: number
  /** Null when the call can never be placed and is only waiting to expire. */
  due: string | null
  attempt: number
  state: 'queued' | 'placed' | 'connected'
}

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

/** A body, that there is no such thing, or what is wrong, as a sentence without its full stop. */
type Answer<Body> = { kind: 'read'; body: Body } | { kind: 'absent' } | { kind: 'lost'; why: string }

const patience = 5000

/** Gets JSON from the service; after five seconds without an answer it counts as lost. */
export async function readJson<Body>(path: string): Promise<Answer<Body>> {
  try {
    const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(patience) })
    if (response.status === 404) return { kind: 'absent' }
    if (!response.ok) return { kind: 'lost', why: `The local service answered ${response.status} to ${path}` }
    return { kind: 'read', body: (await response.json()) as Body }
  } catch (error) {
    return { kind: 'lost', why: describe(error) }
  }
}

function describe(error: unknown): string {
  if (error instanceof SyntaxError) return 'The local service did not answer with JSON'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The local service has not answered within ${patience / 1000} seconds`
  return 'The local service does not answer'
}

/** Requests a poll at once, or right after the one in progress. */
type LookNow = () => void

const second = 1000

/** Polls now, and again one second after each poll has ended; pauses while the tab is hidden. Polls never overlap. */
export function startPolling(look: () => Promise<void>): LookNow {
  let looking = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const lookNow = async (): Promise<void> => {
    again = looking
    if (looking) return
    clearTimeout(timer)
    looking = true
    try {
      await look()
    } finally {
      looking = false
      if (again) void lookNow()
      else if (!document.hidden) timer = setTimeout(() => void lookNow(), second)
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void lookNow()
  })
  void lookNow()
  return () => void lookNow()
}
