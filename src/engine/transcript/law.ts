import type { LawName } from '../../base/law-name.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Ground } from './ground.ts'
import type { TurnView } from './turn-view.ts'

/** `index` counts from 0 in its turn. A violation of `known entries` is not the agent's fault: it could not be read. */
export interface LawFinding {
  law: LawName
  message: string
  index: number | null
}

export interface TurnLawFacts {
  view: TurnView
  /** What was sent; null when the agent opens. */
  sent: string | null
  /** The turn's name in messages about another turn: `turn 2`. */
  turn: string
  /** The session that the request continued, null if it began one, and the session of the answer. */
  asked: string | null
  answered: string
  /** What the laws remember from earlier turns; this turn adds to it. */
  memory: LawMemory
  /** Whether the law `grounded` is in force; the memory's ground has then heard the turn. */
  grounded?: boolean
}

export interface SessionLawFacts {
  session: Session
  asked: string
  /** The agents that were requested; null where unknown, as when a workflow chooses. */
  agents: readonly string[] | null
  entries: readonly TranscriptEntry[]
  /** The version asked for: default, draft or digits. */
  version: string
  functions?: BlueprintConfig['functionSettings']
}

/** What the laws of a turn need from the turns before it, in order. */
export interface LawMemory {
  /** The call ids of earlier turns; each turn adds its own. */
  callIds: Set<string>
  /** The latest timestamp so far, and the name of its turn; null before the first. */
  latest: { ms: number; turn: string } | null
  ground: Ground
}

/** The memory before the first turn; `ground` is needed where the law `grounded` is in force. */
export function createLawMemory(ground: Ground = noGround): LawMemory {
  return { callIds: new Set(), latest: null, ground }
}

/** For conversations in which nothing has to be grounded: reading facts takes a while to load. */
const noGround: Ground = {
  hear() {},
  ungrounded() {
    throw new Error('nothing was said to be grounded here')
  },
}
