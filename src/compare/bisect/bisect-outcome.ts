import type { Problem } from '../../suite/yaml/problem.ts'
import type { NotComparable } from './check-ends.ts'

/** What became of the search for one conversation. Versions are numbers in digits, or `draft`. */
export type BisectOutcome =
  | {
      kind: 'found'
      /** The first version that breaks it, and the last one before it that exists. */
      first: string
      before: string
      /** How likely the break is just there, from 0 to 1, when versions break once and stay broken. */
      confidence: number
    }
  | { kind: 'not comparable'; why: NotComparable; version: string }
  | { kind: 'errored'; reason: string }
  | { kind: 'unsafe'; reason: string }
  | { kind: 'broken'; problems: Problem[] }
  | { kind: 'interrupted' }
