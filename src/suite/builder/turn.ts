import type { JsonObject } from '../../base/json.ts'
import type { Expectation } from './expectation.ts'
import type { Duration } from './latency.ts'

/** What goes with a user's message. */
export interface TurnOptions {
  /** Instructions for this reply only (chatOptions.additionalContext). */
  readonly context?: string
  /** Public links to files, sent with the message. */
  readonly attachments?: readonly string[]
  /** Variables that change with this turn. */
  readonly metadata?: JsonObject
  /** How long to wait for the answer to this turn. */
  readonly 'time limit'?: Duration
}

/** A step that talks to the service otherwise than by a chat turn; exactly one member. */
export interface Step {
  /** Message a customer: the body of the chat trigger. */
  readonly send?: JsonObject
  /** Place a call: the body of the call trigger. */
  readonly call?: JsonObject
  /** Queue a workflow call: `{ workflow, customer_number, … }`. */
  readonly 'workflow call'?: JsonObject
  /** Remove a queued workflow call: `{ workflow, customer_number }`. */
  readonly 'delete call'?: JsonObject
  /** Move the local service's clock: `2 h`, or to a date. */
  readonly 'advance clock'?: string
  /** Wait for a time or a session status. */
  readonly wait?: string
}

/** A whole turn as a suite file has it, for the steps before and after a conversation. */
export interface Turn extends TurnOptions, Step {
  readonly user?: string
  /** `true`: no user message; the agent opens. */
  readonly 'agent starts'?: true
  /** A precondition on the turn before. */
  readonly requires?: Expectation
  readonly expect?: Expectation
  /** Names for later `{{name}}`: a path such as `calls.lookup_order.output.id`. */
  readonly capture?: { readonly [name: string]: string }
}
