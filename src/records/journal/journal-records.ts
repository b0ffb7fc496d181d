import type { Concluded } from '../../engine/run-keeper.ts'

/** The first line of a journal, which describes its run. */
export interface JournalHeader {
  journal: 1
  tableread: string
  startedAt: string
  /** What a person typed, without the key. */
  command: string
  /** The settings that decide what runs and how, by flag name; a run with different ones cannot resume this one. */
  settings: Record<string, string>
  /** How many conversations it has. */
  conversations: number
  /** The process that writes it (see `markProcess`). */
  by: string
}

/** Another process goes on with the run. */
export interface ResumedRecord {
  resumedBy: string
}

/** A conversation that was judged. `hash` is the fingerprint of its plan (see `fingerprintPlan`). */
export interface ConcludedRecord extends Concluded {
  plan: string
  hash: string
}
