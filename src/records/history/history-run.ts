import type { Verdict } from '../../engine/verdict/verdict.ts'

/** One run as the history stores it: no transcript, no key, nothing that a customer or an agent said. */
export interface HistoryRun {
  /** `run` is `tableread run`; a comparison keeps both of its sides in one. */
  kind: 'run' | 'compare'
  startedAt: string
  ms: number
  /** Tableread's own version. */
  tableread: string
  /** The commit of the working folder, where it was found without asking git. */
  commit: string | null
  conversations: HistoryRow[]
}

/**
 * What identifies a conversation in the history, whatever line it is on: the same suite, name, agent, version and
 * service.
 */
export interface HistorySubject {
  suite: string
  name: string
  agent: string
  version: string
  /** The service: its origin, or `local`, since the embedded service gets a new port each time. */
  target: string
}

/** What became of one conversation in one run. */
export interface HistoryRow extends HistorySubject {
  /** As the run named it: `file:line version`. */
  id: string
  verdict: Verdict
  /** Where it went wrong, in a few words: `turn 2: reply`. */
  reason: string | null
  ms: number
  /** 95 of 100 turns took no longer than this, in milliseconds; null without a turn. */
  p95TurnMs: number | null
  sessionId: string | null
  /** A hash of the script as it ran, so that a changed script is not taken for a flaky agent (see `hashPlan`). */
  script: string | null
  /** Attempts that passed, and all that were judged. */
  passed: number
  judged: number
}
