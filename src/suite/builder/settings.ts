import type { JsonObject } from '../../base/json/json.ts'
import type { LawName } from '../../base/law-name.ts'
import type { Calls, Duration, Expectation, Judge, Matcher } from './expectation.ts'

/** Settings that a suite gives all its conversations and a conversation may override, with the keys of a suite file. */
export interface Settings {
  /** The agent to talk with (agentName). */
  readonly agent?: string
  /** `default`, `draft` or a number; the command line overrides it. */
  readonly 'agent version'?: string | number
  /** Where nothing can be put into a session: the version that is asked the history. @default 'default' */
  readonly 'history from'?: string | number
  /** Fills `${variable}` in the agent's prompts. */
  readonly metadata?: JsonObject
  /** Labels the session with a customer; nobody is messaged. */
  readonly customer?: Customer
  /** Values for `{{name}}`. */
  readonly variables?: JsonObject
  /** Words to select conversations by. */
  readonly tags?: string | readonly string[]
  /** Run it several times. */
  readonly repeat?: Repeat
  /** How many seeds a simulated user runs with; `--seeds` overrides it. */
  readonly seeds?: number
  /** Guardrails, checked on every turn of every conversation. */
  readonly 'every turn'?: Expectation
  /** Transcript laws to relax, each with a reason; and `grounded: 'on'`. */
  readonly laws?: Laws
  /**
   * Words that claim something is done, as patterns between slashes, with the tools of which at least one must
   * have done it.
   */
  readonly claims?: Claims
  /** How long to wait for the answer to a turn. */
  readonly 'time limit'?: Duration
  /** `true`: it may start again in a fresh session if its queue worker was lost. */
  readonly repeatable?: boolean
  /** What `tableread snapshots` leaves out: patterns, `reply`, or places such as `calls.create_ticket.output.id`. */
  readonly snapshots?: SnapshotSettings
  /** `true`: no other conversation of the run takes place at the same time. */
  readonly alone?: boolean
  /** `false`: go on with the next turn after a failed one. @default true */
  readonly 'stop after failure'?: boolean
  /**
   * Gives each run a local service of its own, with a clock that only moves when advanced: `true`, or its
   * start instant.
   * @default false
   */
  readonly clock?: boolean | string
}

/** A label in the session history. */
export interface Customer {
  readonly number?: string
  readonly email?: string
}

/** How often a conversation runs, each time in a fresh session, and how many runs must pass; by default all. */
export interface Repeat {
  readonly times: number
  readonly pass?: number
}

/** Laws to relax by name, each with the reason. */
export type Laws = { readonly [L in LawName]?: string }

/** Patterns between slashes, each with a tool, or several, at least one of which must have done what it claims. */
export type Claims = { readonly [words: string]: string | readonly string[] }

/** A known failure: why, and a date (YYYY-MM-DD) from which failing counts again. */
export interface ExpectedFail {
  readonly reason: string
  readonly until?: string
}

/** What the stored session holds after the last turn. */
export interface SessionConditions {
  readonly status?: Matcher
  /** The version label that answered (agentDetails.version). */
  readonly 'agent version'?: Matcher
  /** The name of the agent (agentDetails.name). */
  readonly agent?: Matcher
  /** The analysis, once it is available. */
  readonly analysis?: Matcher
  /** The variables of the session (dynamicVariables). */
  readonly variables?: Matcher
  /** The type of channel (communicationChannelType). */
  readonly 'channel type'?: Matcher
  /** Seconds; calls only. */
  readonly duration?: Matcher
  /** 0 is the first attempt; calls only. */
  readonly retryAttemptNo?: Matcher
  /** The signed link of the recording; calls only. */
  readonly recordingUrl?: Matcher
  /** What the workspace's state function returns (local service). */
  readonly state?: Matcher
  /** The tool calls of the whole session. */
  readonly calls?: Calls
  /** Criteria for a model to judge over the whole conversation. */
  readonly judge?: Judge
  /** Functions of your own that are given the whole conversation: `'./checks.ts#isShort'`. */
  readonly check?: string | readonly string[]
  /** How long to wait until everything holds. @default '2 s' */
  readonly within?: Duration
}

/** What the snapshots of a suite or a conversation leave out. */
export interface SnapshotSettings {
  readonly ignore: string | RegExp | readonly (string | RegExp)[]
}
