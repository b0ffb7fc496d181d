import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { MutantKind } from './mutant-kind.ts'

/** A turn as a worse agent would have taken it. `what` describes the defect: "lookup_order is not called". */
export interface Change {
  what: string
  entries: TranscriptEntry[]
  /** How much later the answer comes, in milliseconds. @default 0 */
  lateMs?: number
}

/** An agent with one defect: in one turn (its index, from 0), or in the version that answers. */
export type Mutant = { kind: MutantKind; what: string } & (
  | { turn: number; entries: TranscriptEntry[]; lateMs: number }
  | { turn: null; version: string }
)
