import type { Problem } from '../../suite/yaml/problem.ts'
import type { NotComparable } from './check-ends.ts'

/** The outcome of the search for one conversation. Versions are numbers in digits, or `draft`. */
export type BisectOutcome =
  | {
      kind: 'found'
      /** The first version on which the conversation fails, and the last existing version before it. */
      first: string
      before: string
      /**
       * How likely it is that the break is exactly here, from 0 to 1, assuming that versions break once and stay
       * broken.
       */
      confidence: number
    }
  | { kind: 'not comparable'; why: NotComparable; version: string }
  | { kind: 'errored'; reason: string }
  | { kind: 'unsafe'; reason: string }
  | { kind: 'broken'; problems: Problem[] }
  | { kind: 'interrupted' }
