import type { ChangeLevel } from '../model/change.ts'

/** One observable aspect of what an agent does in a turn, by which two runs can be compared. */
export interface Feature {
  level: ChangeLevel
  /** The turn of the script, from 0. */
  turn: number
  /** The tool concerned, if any. */
  tool?: string
  /** The feature a run must have for this one to apply; null where it applies to every judged run. */
  requires: string | null
  /** The value where a run has the required feature but not this one. */
  absent: string
  /** Whether values can be more or less alike, as wordings are; otherwise they are either equal or not. */
  graded: boolean
  /** Describes the change to a person, given the usual value of a and of b. */
  describe(a: string, b: string): string
}

/** The features of a run by key, with its values. */
export type Features = Map<string, { feature: Feature; value: string }>
