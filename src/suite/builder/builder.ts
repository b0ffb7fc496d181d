import type { JsonObject } from '../../base/json.ts'
import type { Duration, Expectation, Requirement } from './expectation.ts'
import type { Claims, Customer, ExpectedFail, Laws, Repeat, SessionConditions } from './settings.ts'
import type { SimulatedUser } from './simulated-user.ts'
import type { ConversationDraft } from './written.ts'

/** A conversation that has turns, as `suite` takes it. */
export interface Conversation {
  /** What was said so far: plain data. */
  readonly draft: ConversationDraft
}

/** How a turn begins. */
export interface Speaking {
  /** A turn: what the user says. */
  user(text: string, options?: TurnOptions): TurnBuilder
  /** A step that talks to the service otherwise than by a chat turn. */
  step(step: Step): TurnBuilder
  /** A user who is played from here on. */
  simulatedUser(user: SimulatedUser): SimulatedConversation
}

/** A conversation that a simulated user ends. */
export interface SimulatedConversation extends Conversation {
  /** What the stored session holds after the last turn. */
  session(conditions: SessionConditions): SimulatedConversation
}

/**
 * A conversation before its first turn: its settings, under the names of the suite language. Each method gives a new
 * builder and leaves this one as it is, so that conversations can begin alike.
 */
export interface ConversationBuilder extends Speaking {
  /** The agent to talk with (agentName). */
  agent(name: string): ConversationBuilder
  /** `default`, `draft` or a number; the command line overrides it. */
  agentVersion(version: string | number): ConversationBuilder
  /** Fills `${variable}` in the agent's prompts. */
  metadata(variables: JsonObject): ConversationBuilder
  /** Who the session is with: only labels it, nobody is messaged. */
  customer(customer: Customer): ConversationBuilder
  /** Values for `{{name}}`. */
  variables(variables: JsonObject): ConversationBuilder
  /** Words to select conversations by. */
  tags(tags: string | readonly string[]): ConversationBuilder
  /** Run it several times. */
  repeat(repeat: Repeat): ConversationBuilder
  /** How many seeds a simulated user runs with. */
  seeds(count: number): ConversationBuilder
  /** Guardrails: hold on each turn. */
  everyTurn(expectation: Expectation): ConversationBuilder
  /** Transcript laws that do not hold here: the law's name and the reason; and `grounded: 'on'`. */
  laws(laws: Laws): ConversationBuilder
  /** Words that say something is done, and the tools of which one has to have done it. */
  claims(claims: Claims): ConversationBuilder
  /** How long to wait for the answer to a turn. */
  timeLimit(limit: Duration): ConversationBuilder
  /** `true`: it may begin again in a fresh session when a worker of a queue was lost on the way. */
  repeatable(may: boolean): ConversationBuilder
  /** `false`: go on with the next turn after one that failed. */
  stopAfterFailure(stop: boolean): ConversationBuilder
  /** A local service of its own for each run, whose clock stands until it is advanced: `true`, or an instant to start at. */
  clock(start: boolean | string): ConversationBuilder
  /** Why it does not run for now. */
  skip(reason: string): ConversationBuilder
  /** Run only the conversations marked so, while you work on them. */
  only(): ConversationBuilder
  /** It is known to fail; passing is then reported. */
  expectedFail(known: ExpectedFail): ConversationBuilder
  /** Rows of variables: the conversation runs once for each. */
  parameters(rows: readonly JsonObject[]): ConversationBuilder
  /** Steps before the first turn; not judged. */
  before(steps: readonly Turn[]): ConversationBuilder
  /** Steps after the last turn, also when a turn failed. */
  after(steps: readonly Turn[]): ConversationBuilder
  /** The first turn without a user's message: the agent opens. */
  agentStarts(options?: TurnOptions): TurnBuilder
}

/** A conversation after a turn: what is expected of that turn, and the next one. */
export interface TurnBuilder extends Conversation, Speaking {
  /** What the answer must be. */
  expect(expectation: Expectation): TurnBuilder
  /** A precondition on the turn before: a miss means the talk has diverged, and the rest is not reached. */
  requires(expectation: Requirement): TurnBuilder
  /** Names for later `{{name}}`: a path such as `calls.lookup_order.output.id`. */
  capture(captures: { readonly [name: string]: string }): TurnBuilder
  /** What the stored session holds after the last turn. */
  session(conditions: SessionConditions): TurnBuilder
}

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
  readonly requires?: Requirement
  readonly expect?: Expectation
  /** Names for later `{{name}}`: a path such as `calls.lookup_order.output.id`. */
  readonly capture?: { readonly [name: string]: string }
}
