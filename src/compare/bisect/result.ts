import type { Cause } from '../../engine/verdict/cause-kind.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { NotComparable } from './check-ends.ts'
import type { VersionTally } from './ledger.ts'

/**
 * The result of a bisection: the document that `tableread bisect --json` prints. A member's meaning never
 * changes under one `schemaVersion`.
 */
export interface BisectResult {
  kind: 'bisection'
  schemaVersion: 1
  tableread: string
  startedAt: string
  ms: number
  target: string
  good: string
  bad: string
  /** The most attempts allowed at one version. */
  repeat: number
  /** Turns sent, over all conversations. */
  turns: number
  conversations: ConversationBisection[]
}

/** The result of the search for one conversation. */
export interface ConversationBisection {
  /** `file:line`, or `file:line#row`. */
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  outcome: BisectOutcome
  /** The outcome in one sentence. */
  sentence: string
  /** Every version that was tried, in order; the draft comes last. */
  versions: VersionTally[]
  /**
   * Versions between the last good one and the first bad one that do not exist, or commits that could not be
   * played.
   */
  missing: string[]
  /**
   * Only where commits were searched and a break was found: the commits that may have caused it, the first bad
   * one last.
   */
  suspects?: Suspect[]
  /** Observations that contradict a break which happened once and stayed. */
  warnings: string[]
  turns: number
}

/** A commit that may have broken a conversation. */
export interface Suspect extends CommitTold {
  /** Its short id, as in `versions`. */
  version: string
  /** Why it could not be played; null where it was played and failed. */
  skipped: string | null
}

/** A commit as reports describe it. */
export interface CommitTold {
  /** The full id. */
  commit: string
  subject: string
  /** ISO 8601, with the author's UTC offset. */
  authorDate: string
  /** The patch of the files that make up the agents; a long one is cut. */
  diff: string
}

/** The outcome of the search for one conversation. Versions are numbers in digits, `draft`, or short ids of commits. */
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
  | { kind: 'errored'; reason: string; cause?: Cause }
  | { kind: 'unsafe'; reason: string; cause?: Cause }
  | { kind: 'broken'; problems: Problem[] }
  | { kind: 'interrupted' }

/**
 * The exit code of a bisection: 130 interrupted (143 terminated), 2 a script is broken, 3 something could not be judged
 * or was unsafe to run, 0 a break was found for at least one conversation, 4 no conversation had comparable ends.
 */
export function bisectExitCode(
  { conversations }: Pick<BisectResult, 'conversations'>,
  interrupted: 129 | 130 | 143 | null,
): 0 | 2 | 3 | 4 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const has = (kind: string): boolean => conversations.some(({ outcome }) => outcome.kind === kind)
  if (has('broken')) return 2
  if (has('errored') || has('unsafe')) return 3
  return has('found') ? 0 : 4
}
