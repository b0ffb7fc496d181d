import type { JsonObject } from '../../base/json.ts'
import type { LawName } from '../../base/law-name.ts'
import type { Calls, Duration, Expectation, Judge, Matcher } from './expectation.ts'

/** What a suite gives to all its conversations and a conversation may give itself, as a suite file spells it. */
export interface Settings {
  /** The agent to talk with (agentName). */
  readonly agent?: string
  /** `default`, `draft` or a number; the command line overrides it. */
  readonly 'agent version'?: string | number
  /** Fills `${variable}` in the agent's prompts. */
  readonly metadata?: JsonObject
  /** Who the session is with: only labels it, nobody is messaged. */
  readonly customer?: Customer
  /** Values for `{{name}}`. */
  readonly variables?: JsonObject
  /** Words to select conversations by. */
  readonly tags?: string | readonly string[]
  /** Run it several times. */
  readonly repeat?: Repeat
  /** How many seeds a simulated user runs with; `--seeds` overrides it. */
  readonly seeds?: number
  /** Guardrails: hold on each turn of each conversation. */
  readonly 'every turn'?: Expectation
  /** Transcript laws that do not hold here: the law's name and the reason; and `grounded: 'on'`. */
  readonly laws?: Laws
  /** Words that say something is done, as patterns between slashes, and the tools of which one has to have done it. */
  readonly claims?: Claims
  /** How long to wait for the answer to a turn. */
  readonly 'time limit'?: Duration
  /** `true`: it may begin again in a fresh session when a worker of a queue was lost on the way. */
  readonly repeatable?: boolean
  /** `false`: go on with the next turn after one that failed. @default true */
  readonly 'stop after failure'?: boolean
  /** A local service of its own for each run, whose clock stands until it is advanced: `true`, or an instant to start at. @default false */
  readonly clock?: boolean | string
}

/** A label in the session history. */
export interface Customer {
  readonly number?: string
  readonly email?: string
}

/** How often a conversation runs, each time in a fresh session, and how many must pass; all unless given. */
export interface Repeat {
  readonly times: number
  readonly pass?: number
}

/** Laws by name, each with the reason why it does not hold here. */
export type Laws = { readonly [L in LawName]?: string }

/** Patterns between slashes, each with the tool or the tools of which one has to have done what it says. */
export type Claims = { readonly [words: string]: string | readonly string[] }

/** A conversation that is known to fail: why, and a date (YYYY-MM-DD) from which failing counts again. */
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
  /** What the workspace's function of the state gives (local service). */
  readonly state?: Matcher
  /** The tool calls of the whole session. */
  readonly calls?: Calls
  /** What a model judges of the whole conversation. */
  readonly judge?: Judge
  /** How long to wait until all of it holds. @default '2 s' */
  readonly within?: Duration
}
