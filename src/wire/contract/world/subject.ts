import type { JsonObject } from '../../../base/json.ts'
import type { Transport } from '../../client/transport.ts'
import type { WorkspaceFacts } from './workspace-facts.ts'

/** A service under test: how to reach it, and everything that is known of it. */
export interface Subject {
  /** As reports and the ledger name it, for example `local` or an origin. */
  name: string
  hosts: { base: string; workflow: string }
  /** The keys of both workspaces; they never enter a report. */
  keys: { own: string; other: string | null }
  own: WorkspaceFacts
  /** A second workspace for the rules about isolation; null when there is none. */
  other: WorkspaceFacts | null
  /** Sends one request. A guard below it may refuse with a TransportError of kind `blocked`. */
  send: Transport
  /**
   * `everything`: messages, calls and deletes reach nobody. `inline only`: real people are behind it, so requests are
   * drawn to be harmless, and what the guard blocks counts as not run.
   */
  reach: 'everything' | 'inline only'
  /** What a local service has beside the interface; null for any other. */
  control: Control | null
}

/** The controls of a local service. */
export interface Control {
  /** Forgets everything and stands the clock at an instant in milliseconds: the same state each time. */
  restart(now: number): Promise<void>
  /** The instant at which the clock stands, in milliseconds. */
  now(): Promise<number>
  /** Moves the clock to an instant in milliseconds; what comes due on the way happens. */
  moveTo(instant: number): Promise<void>
  /** The messages to customers, sent or waiting, newest first; times are date-times. */
  outbox(): Promise<JsonObject[]>
  /** The calls that wait in the order of their placement, then those on the line. */
  queue(): Promise<JsonObject[]>
  /** A call and the sessions of its attempts. */
  attempts(callId: string): Promise<JsonObject[]>
  /** A customer number that cannot be connected, so that its calls fail every time. */
  failingNumber: string
  /** Saves a draft of an agent, in the form of the agent's file. */
  saveDraft(agent: string, draft: JsonObject): Promise<void>
  /** Publishes the draft of an agent. */
  publish(agent: string): Promise<void>
}
