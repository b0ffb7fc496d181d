import type { Concluded } from '../../engine/run-keeper.ts'

/** The first line of a journal: the run it is of. */
export interface JournalHeader {
  journal: 1
  tableread: string
  startedAt: string
  /** What a person typed, without the key. */
  command: string
  /** What decides what runs and how, by the flag's name; a run with others cannot go on with this one. */
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

/** A conversation that was judged. `hash` stands for its plan (see `fingerprintPlan`). */
export interface ConcludedRecord extends Concluded {
  plan: string
  hash: string
}
