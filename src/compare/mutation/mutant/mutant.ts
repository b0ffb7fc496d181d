import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { MutantKind } from './mutant-kind.ts'

/** A turn as a worse agent would have gone through it. `what` says what is worse: "lookup_order is not called". */
export interface Change {
  what: string
  entries: TranscriptEntry[]
  /** By how much the answer comes later, in milliseconds. @default 0 */
  lateMs?: number
}

/** An agent that is worse in one thing: in one turn (its index, from 0), or in the version that answers. */
export type Mutant = { kind: MutantKind; what: string } & (
  | { turn: number; entries: TranscriptEntry[]; lateMs: number }
  | { turn: null; version: string }
)
