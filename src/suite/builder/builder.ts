import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Duration, Expectation, Requirement } from './expectation.ts'
import type { Claims, Customer, ExpectedFail, Laws, Repeat, SessionConditions, SnapshotSettings } from './settings.ts'
import type { SimulatedUser } from './simulated-user.ts'
import type { ConversationDraft } from './written.ts'

/** A conversation with turns, as `suite` accepts it. */
export interface Conversation {
  /** The draft so far, as plain data. */
  readonly draft: ConversationDraft
}

/** The ways to begin a turn. */
export interface Speaking {
  /** A turn: what the user says. */
  user(text: string, options?: TurnOptions): TurnBuilder
  /** A step: a request other than a chat turn. */
  step(step: Step): TurnBuilder
  /** Hands over to a simulated user. */
  simulatedUser(user: SimulatedUser): SimulatedConversation
}

/** A conversation that a simulated user ends. */
export interface SimulatedConversation extends Conversation {
  /** What the stored session holds after the last turn. */
  session(conditions: SessionConditions): SimulatedConversation
}

/**
 * A conversation before its first turn: its settings, under the names of the suite language. Each method
 * returns a new builder and leaves this one unchanged, so that conversations can share a beginning.
 */
export interface ConversationBuilder extends Speaking {
  /** The agent to talk with (agentName). */
  agent(name: string): ConversationBuilder
  /** `default`, `draft` or a number; the command line overrides it. */
  agentVersion(version: string | number): ConversationBuilder
  /** Fills `${variable}` in the agent's prompts. */
  metadata(variables: JsonObject): ConversationBuilder
  /** Labels the session with a customer; nobody is messaged. */
  customer(customer: Customer): ConversationBuilder
  /** Values for `{{name}}`. */
  variables(variables: JsonObject): ConversationBuilder
  /** Words to select conversations by. */
  tags(tags: string | readonly string[]): ConversationBuilder
  /** Run it several times. */
  repeat(repeat: Repeat): ConversationBuilder
  /** How many seeds a simulated user runs with. */
  seeds(count: number): ConversationBuilder
  /** Guardrails, checked on every turn. */
  everyTurn(expectation: Expectation): ConversationBuilder
  /** Transcript laws to relax, each with a reason; and `grounded: 'on'`. */
  laws(laws: Laws): ConversationBuilder
  /** Words that claim something is done, with the tools of which at least one must have done it. */
  claims(claims: Claims): ConversationBuilder
  /** How long to wait for the answer to a turn. */
  timeLimit(limit: Duration): ConversationBuilder
  /** `true`: it may start again in a fresh session if its queue worker was lost. */
  repeatable(may: boolean): ConversationBuilder
  /** What `tableread snapshots` leaves out: patterns, `reply`, or places such as `calls.create_ticket.output.id`. */
  snapshots(settings: SnapshotSettings): ConversationBuilder
  /** `true`: no other conversation of the run takes place at the same time. */
  alone(is: boolean): ConversationBuilder
  /** `false`: go on with the next turn after a failed one. */
  stopAfterFailure(stop: boolean): ConversationBuilder
  /** A local service of its own, whose clock only moves when advanced: `true`, or its start instant. */
  clock(start: boolean | string): ConversationBuilder
  /** Skips the conversation, with the reason. */
  skip(reason: string): ConversationBuilder
  /** Run only conversations marked so, while working on them. */
  only(): ConversationBuilder
  /** Marks it as known to fail; a pass is then reported. */
  expectedFail(known: ExpectedFail): ConversationBuilder
  /** Rows of variables, or a file of them beside the suite: the conversation runs once for each. */
  parameters(rows: readonly JsonObject[] | DataFile): ConversationBuilder
  /** What was said and called before the first turn, or the file of a stored session beside the suite. */
  history(entries: readonly HistoryEntry[] | { readonly from: string }): ConversationBuilder
  /** Where nothing can be put into a session: the version that is asked the history. @default 'default' */
  historyFrom(version: string | number): ConversationBuilder
  /** Steps before the first turn; not judged. */
  before(steps: readonly Turn[]): ConversationBuilder
  /** Steps after the last turn, even if a turn failed. */
  after(steps: readonly Turn[]): ConversationBuilder
  /** The first turn without a user's message: the agent opens. */
  agentStarts(options?: TurnOptions): TurnBuilder
}

/** A conversation after a turn: what is expected of that turn, and the next one. */
export interface TurnBuilder extends Conversation, Speaking {
  /** What the answer must be. */
  expect(expectation: Expectation): TurnBuilder
  /** A precondition on the turn before: if it does not hold, the talk has diverged, and the rest is not reached. */
  requires(expectation: Requirement): TurnBuilder
  /** Values to capture for later `{{name}}`: a path such as `calls.lookup_order.output.id`, or a part of what is there. */
  capture(captures: { readonly [name: string]: Capture }): TurnBuilder
  /** What the stored session holds after the last turn. */
  session(conditions: SessionConditions): TurnBuilder
}

/** A path, or one path with a pattern whose first group is captured: `{ reply: /ticket (T-\d+)/ }`. */
export type Capture = string | { readonly [path: string]: string | RegExp }

/** An entry of a history: what the user said, what the agent said, or one call. */
export interface HistoryEntry {
  readonly user?: string
  readonly agent?: string
  /** Beside `agent`: the agent that said it, if it was another one. */
  readonly agentName?: string
  /** One tool with what it was given and what it returned. */
  readonly call?: { readonly [tool: string]: HistoryCall }
  /** Beside `user`: values of what the agent did in answer, for later `{{name}}`. */
  readonly capture?: { readonly [name: string]: Capture }
}

/** A call of a history; without `returns` and `error`, the tool returned nothing. */
export interface HistoryCall {
  readonly with?: JsonObject
  readonly returns?: JsonValue
  readonly error?: JsonValue
  readonly phase?: 'pre' | 'during' | 'post'
}

/** A file of rows: .csv, .tsv, .json or .jsonl. */
export interface DataFile {
  readonly from: string
  /** Which rows, counted from 1: `1-20`. @default all */
  readonly rows?: string | number
  /** A JSON Schema of each row. Columns of a CSV file are texts, unless it says otherwise. */
  readonly schema?: JsonObject
}

/** Options of a user's message. */
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

/** A step: a request other than a chat turn; exactly one member. */
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
  /** Wait for a duration or a session status. */
  readonly wait?: string
}

/** A whole turn in the form of a suite file, for the steps before and after a conversation. */
export interface Turn extends TurnOptions, Step {
  readonly user?: string
  /** `true`: no user message; the agent opens. */
  readonly 'agent starts'?: true
  /** A precondition on the turn before. */
  readonly requires?: Requirement
  readonly expect?: Expectation
  /** Values to capture for later `{{name}}`: a path such as `calls.lookup_order.output.id`, or a part of what is there. */
  readonly capture?: { readonly [name: string]: Capture }
}
