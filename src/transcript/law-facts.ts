import type { BlueprintConfig } from '../api/blueprint-config.ts'
import type { Session } from '../api/session.ts'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { TurnView } from './turn-view.ts'

/** What the laws of one turn look at. */
export interface TurnLawFacts {
  view: TurnView
  /** What was sent; null when the agent opens. */
  sent: string | null
  /** The call ids of earlier turns; this turn's are added. */
  callIds: Set<string>
}

/** What the laws of a whole conversation look at. */
export interface SessionLawFacts {
  session: Session
  /** The entries of all turns, in order. */
  entries: readonly TranscriptEntry[]
  /** The version asked for: default, draft or digits. */
  version: string
  /** The function lists of the agent's blueprint, where they are known. */
  functions?: BlueprintConfig['functionSettings']
}
