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
  /** Most attempts at one version. */
  repeat: number
  /** Turns sent, all conversations together. */
  turns: number
  conversations: ConversationBisection[]
}

/** What the search for one conversation came to. */
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
  /** Numbers between the last good version and the first bad one, which do not exist. */
  missing: string[]
  /** What speaks against a break that happened once and stayed. */
  warnings: string[]
  turns: number
}
