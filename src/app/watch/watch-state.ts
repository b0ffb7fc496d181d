import { hashJson } from '../../base/json/hash-json.ts'
import type { WatchMessage, WorseFinding } from './message-shape.ts'
import type { AgentSight, Sighting } from './sighting.ts'

/** All that is known of a watched service from one check to the next. It is kept as JSON in the history file. */
export interface WatchState {
  schemaVersion: 1
  /** When this state began, as ISO 8601: ids of messages are not those of a state that was deleted. */
  began: string
  /** How many messages were ever made: each id counts on. */
  messages: number
  /** Set while the service does not list its agents. */
  outage: { since: string; checks: number } | null
  agents: Readonly<Record<string, AgentWatch>>
}

/** One agent from one check to the next. */
export interface AgentWatch {
  /** What was judged last; null before the first run. */
  judged: Sighting | null
  /** What was good last, against which the next one is judged. */
  good: Sighting | null
  /** Set from an alarm to its all-clear. */
  regressed: Regression | null
  /** What failed in a first look and has not passed since: an earlier history may have told of it. */
  failedFirst?: readonly string[]
  pending: PendingChange | null
  /** What is wrong with the listing, and in how many checks in a row it was. */
  oddity: { kind: Oddity; checks: number } | null
  /** The draft, which no listing shows: when it was looked at last (milliseconds since 1970), and how it is worse. */
  draft: { at: number; regressed: Regression | null } | null
}

/** How an agent is worse than what was good last. */
export interface Regression {
  /** ISO 8601. */
  since: string
  /** The number that was judged last, null for the draft, and what it was held against. */
  version: number | null
  against: string | null
  findings: readonly WorseFinding[]
  report: string | null
}

export type ChangeKind = 'first look' | 'published' | 'settings' | 'number went back'
export type Oddity = Exclude<AgentSight['kind'], 'seen'> | 'number went back'

/** A change that was noticed and is not judged yet. A run that was killed finds it here. */
export interface PendingChange {
  kind: ChangeKind
  sighting: Sighting
  since: string
  attempts: number
  /** Milliseconds since 1970 before which it is not tried again. */
  notBefore: number
}

/** What was found out about a change. */
export type ChangeJudgement =
  | {
      /** `recorded`: a first look in which something failed, so that later versions can only be no worse. */
      verdict: 'good' | 'recorded' | 'regressed'
      /** `version 4`, or `the record of version 4`; null for a first look. */
      against: string | null
      findings: readonly WorseFinding[]
      /** The conversations that no run passed and nothing excuses, as findings name them, also where they failed before. */
      failing: readonly string[]
      note: string | null
      report: string | null
    }
  | { verdict: 'not judged'; note: string }

/** A step of a check: the state that follows, and what is to be told. Both are stored at once, or neither. */
export interface WatchStep {
  state: WatchState
  messages: readonly WatchMessage[]
}

/** Nothing known yet; `now` in milliseconds since 1970. */
export function newState(now: number): WatchState {
  return { schemaVersion: 1, began: new Date(now).toISOString(), messages: 0, outage: null, agents: {} }
}

const newWatch: AgentWatch = {
  ...{ judged: null, good: null, regressed: null, pending: null, oddity: null, draft: null },
}

/** An agent of a state, also one that was never seen. */
export const watchOf = (state: WatchState, agent: string): AgentWatch => state.agents[agent] ?? newWatch

export function withWatch(state: WatchState, agent: string, watch: AgentWatch): WatchState {
  return { ...state, agents: { ...state.agents, [agent]: watch } }
}

/** When a check takes place, and which service it is about. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  service: string
}

/** Adds a message to a step, with the next id. */
export function addMessage(
  { state, messages }: WatchStep,
  { now, service }: Moment,
  words: Pick<WatchMessage, 'kind' | 'title'> & Partial<WatchMessage>,
): WatchStep {
  const count = state.messages + 1
  const message: WatchMessage = {
    schemaVersion: 1,
    id: `${hashJson([service, state.began])}-${count}`,
    at: new Date(now).toISOString(),
    service,
    ...{ agent: null, version: null, against: null, changed: [], findings: [], note: null, report: null },
    ...words,
  }
  return { state: { ...state, messages: count }, messages: [...messages, message] }
}
