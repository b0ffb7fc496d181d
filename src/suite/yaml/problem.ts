import type { Place } from './place.ts'

/** Every kind of thing that can be wrong with a file a person wrote. Each has a row in docs/problems.md. */
export type ProblemCode =
  | 'unreadable'
  | 'yaml-syntax'
  | 'yaml-version'
  | 'duplicate-key'
  | 'unknown-tag'
  | 'unknown-alias'
  | 'alias-bomb'
  | 'too-large'
  | 'too-deep'
  | 'empty-file'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'ambiguous-scalar'
  | 'bad-pattern'
  | 'bad-schema'
  | 'mixed-matcher'
  | 'no-conversations'
  | 'no-agent'
  | 'asserts-nothing'
  | 'only-left-in'
  | 'not-reviewed'
  | 'duplicate-name'
  | 'unknown-variable'
  | 'unknown-agent'
  | 'unknown-version'
  | 'unknown-tool'
  | 'wrong-phase'
  | 'missing-metadata'
  | 'contradiction'
  | 'unreachable-turn'
  | 'shared-clock'

/** One thing wrong in a file: where, what was expected and came, and how to mend it. */
export interface Problem {
  code: ProblemCode
  /** Given when the file can be run all the same. */
  severity?: 'warning'
  file: string
  at: Place
  message: string
  hint?: string
}
