import type { LawName } from '../../base/law-name.ts'

/**
 * A transcript law that does not hold: one line for a person, and the entry of the turn it is about, counted from 0. By
 * `known entries` nothing is wrong with the agent; what it did could not be read.
 */
export interface Finding {
  law: LawName
  message: string
  index: number | null
}
