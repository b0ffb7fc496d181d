/** Which of two workspaces. */
export type Owner = 'own' | 'other'

/** A conversation, and all that its customer has said. */
export interface ModelSession {
  id: string
  owner: Owner
  agent: string
  said: string[]
  /** When the last turn was: a service may end a conversation that rests. */
  lastTurn: number
}

/** A message to a customer that leaves at an instant. */
export interface ModelMessage {
  sessionId: string
  due: number
}

/** A call that was asked for. */
export interface ModelCall {
  callId: string
  sessionId: string
  number: string
  /** The workflow it was asked of; null for a call trigger. */
  flow: string | null
  /** Absent counts as 10 (QUE-02). */
  priority: number | null
  due: number
  /** How often it may be tried again. */
  retries: number
  deleted: boolean
}

/** What a service must hold after the commands so far. Times are milliseconds. */
export interface ServiceModel {
  now: number
  sessions: ModelSession[]
  messages: ModelMessage[]
  calls: ModelCall[]
  /** How often a draft was published. */
  published: number
  /** The commands so far, in words. */
  done: string[]
}

/** A service of which nothing was asked. */
export function emptyModel(now: number): ServiceModel {
  return { now, sessions: [], messages: [], calls: [], published: 0, done: [] }
}

/** The item that a drawn number picks; undefined when there is none. */
export function pick<T>(all: readonly T[], drawn: number): T | undefined {
  return all[drawn % Math.max(1, all.length)]
}
