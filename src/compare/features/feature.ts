import type { ChangeLevel } from '../model/change.ts'

/** One thing that can be seen of what an agent does in a turn, which two runs can be compared by. */
export interface Feature {
  level: ChangeLevel
  /** The turn of the script, from 0. */
  turn: number
  /** The tool that it is about, where it is about one. */
  tool?: string
  /** The feature that a run must have for this one to say anything of it; null where every judged run says something. */
  requires: string | null
  /** The value where a run has what is required, but not this. */
  absent: string
  /** Whether values can be nearer to or farther from each other, as wordings can; otherwise they are equal or not. */
  graded: boolean
  /** The line for a person, when a usually has the one value and b the other. */
  describe(a: string, b: string): string
}

/** The features of a run by key, with its values. */
export type Features = Map<string, { feature: Feature; value: string }>
