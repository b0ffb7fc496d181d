import type { LawName } from '../../base/law-name.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { createGround, type Ground, type GroundStart } from './ground.ts'
import type { TurnView } from './turn-view.ts'

/**
 * A violated transcript law: one line for a person, and the entry of the turn it is about, counted from 0. A violation
 * of `known entries` is no fault of the agent; what it did could not be read.
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
  /** The name of the turn where a message mentions it beside another one: `turn 2`. */
  turn: string
  /** The session that the request continued, null where it began one, and the session that the answer is of. */
  asked: string | null
  answered: string
  /** What earlier turns left for the laws to remember; this turn adds to it. */
  memory: LawMemory
  /** The law `grounded` holds; its memory has heard the turn. */
  grounded?: boolean
}

/** What the laws of a whole conversation look at. */
export interface SessionLawFacts {
  session: Session
  /** The id that was asked for. */
  asked: string
  /** The agents that were asked for; null where that is not known, as when a workflow chooses. */
  agents: readonly string[] | null
  /** The entries of all turns, in order. */
  entries: readonly TranscriptEntry[]
  /** The version asked for: default, draft or digits. */
  version: string
  /** The function lists of the agent's blueprint, where they are known. */
  functions?: BlueprintConfig['functionSettings']
}

/** What the laws of a turn need to know about the turns before it, in the order in which they were taken. */
export interface LawMemory {
  /** The call ids of earlier turns; each turn adds its own. */
  callIds: Set<string>
  /** The latest timestamp of the last turn that had any, and the name of that turn; null before the first. */
  latest: { ms: number; turn: string } | null
  /** What was said so far, by which replies are grounded. */
  ground: Ground
}

/** The memory before the first turn; `start` is what the agent may know by then. */
export function createLawMemory(start?: GroundStart): LawMemory {
  return { callIds: new Set(), latest: null, ground: createGround(start) }
}
