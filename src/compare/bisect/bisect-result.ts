import type { Place } from '../../suite/yaml/place.ts'
import type { BisectOutcome } from './bisect-outcome.ts'
import type { VersionTally } from './tally.ts'

/** The result of a bisection: the document that `tableread bisect --json` prints. A member's meaning never changes under one `schemaVersion`. */
export interface BisectResult {
  kind: 'bisection'
  schemaVersion: 1
  tableread: string
  startedAt: string
  ms: number
  target: string
  good: string
  bad: string
  /** The most attempts allowed at one version. */
  repeat: number
  /** Turns sent, over all conversations. */
  turns: number
  conversations: ConversationBisection[]
}

/** The result of the search for one conversation. */
export interface ConversationBisection {
  /** `file:line`, or `file:line#row`. */
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  outcome: BisectOutcome
  /** The outcome in one sentence. */
  sentence: string
  /** Every version that was tried, in order; the draft comes last. */
  versions: VersionTally[]
  /** Version numbers between the last good version and the first bad one that do not exist. */
  missing: string[]
  /** Observations that contradict a break which happened once and stayed. */
  warnings: string[]
  turns: number
}
