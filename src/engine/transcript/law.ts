import type { LawName } from '../../base/law-name.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { TurnView } from './turn-view.ts'

/**
 * A transcript law that does not hold: one line for a person, and the entry of the turn it is about, counted from 0. By
 * `known entries` nothing is wrong with the agent; what it did could not be read.
 */
export interface Finding {
  law: LawName
  message: string
  index: number | null
}

/** What the laws of one turn look at. */
export interface TurnLawFacts {
  view: TurnView
  /** What was sent; null when the agent opens. */
  sent: string | null
  /** What the turn is called where another one is beside it: `turn 2`. */
  turn: string
  /** The session that the request continued, null where it began one, and the session that the answer is of. */
  asked: string | null
  answered: string
  /** What earlier turns left behind; this turn adds to it. */
  memory: LawMemory
}

/** What the laws of a whole conversation look at. */
export interface SessionLawFacts {
  session: Session
  /** The id that was asked for. */
  asked: string
  /** The agents that were asked for; null where they are not known, as where a workflow chooses. */
  agents: readonly string[] | null
  /** The entries of all turns, in order. */
  entries: readonly TranscriptEntry[]
  /** The version asked for: default, draft or digits. */
  version: string
  /** The function lists of the agent's blueprint, where they are known. */
  functions?: BlueprintConfig['functionSettings']
}

/** What the laws of a turn have to know of the turns before it, in the order in which they were taken. */
export interface LawMemory {
  /** The call ids of earlier turns; each turn adds its own. */
  callIds: Set<string>
  /** The latest moment of the turn before that had any, and what that turn is called; null before the first. */
  latest: { ms: number; turn: string } | null
}

/** Nothing was said yet. */
export function createLawMemory(): LawMemory {
  return { callIds: new Set(), latest: null }
}
