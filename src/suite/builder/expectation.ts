import type { Calls } from './calls.ts'
import type { Latency, Time } from './latency.ts'
import type { Matcher } from './matcher.ts'
import type { Reply } from './reply.ts'

/** What is expected of one turn; at least one of its members. */
export interface Expectation {
  /** The agent's messages of the turn. */
  readonly reply?: Reply
  /** The turn's tool calls, paired with their outputs. */
  readonly calls?: Calls
  /** Time limits: `'3 s'` for the turn, or `{ turn, reply, tool }`. */
  readonly latency?: Time | Latency
  /** The service refuses the turn: an errorCode, or `{ status, errorCode, message }`. */
  readonly error?: Matcher
  /** The messages that this conversation sent or that wait, oldest first (local service). */
  readonly outbox?: Matcher
  /** The calls of this conversation that are not over (local service). */
  readonly queue?: Matcher
  /** The sessions of the latest call, one for each attempt (local service). */
  readonly attempts?: Matcher
}
