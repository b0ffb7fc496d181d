import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { HistorySubject } from './history-run.ts'

/** The record of one conversation over the stored runs: JSON-safe, for reports. */
export interface Trend extends HistorySubject {
  /** `file:line version`, as its newest run named it. */
  id: string
  /** Oldest first. */
  points: TrendPoint[]
  /**
   * Attempts that passed, out of those that were judged. The interval contains the rate with 95 % confidence whenever
   * the attempts stopped; null when none was judged.
   */
  pass: { passed: number; judged: number; interval: [from: number, to: number] | null }
  flakiness: Flakiness
  duration: DurationTrend
  lastFailure: { startedAt: string; reason: string | null; commit: string | null; sessionId: string | null } | null
  /**
   * The start of the current streak of failing judged runs; null when the newest one passed. `atLeast`: it may have
   * started before the oldest point.
   */
  failingSince: { startedAt: string; commit: string | null; runs: number; atLeast: boolean } | null
}

/** One run of the conversation. */
export interface TrendPoint {
  startedAt: string
  verdict: Verdict
  reason: string | null
  passed: number
  judged: number
  ms: number
  p95TurnMs: number | null
  sessionId: string | null
  commit: string | null
  script: string | null
  /** The script differs from the one at the previous point. */
  scriptChanged: boolean
}

/**
 * How often the verdict flipped although nothing we know of changed. A *chance* is two neighbouring judged runs of one
 * script, or one run with several judged attempts; a *flip* is a chance whose two sides disagree.
 */
export interface Flakiness {
  flips: number
  chances: number
  /** Flips by chances, with a 95 % interval; null without a chance. */
  rate: number | null
  interval: [from: number, to: number] | null
  /**
   * The verdict flipped and flipped back at least once, or attempts within one run disagreed. A single flip may be a
   * real change of the agent.
   */
  flaky: boolean
}

/** Times of the judged runs, in milliseconds. */
export interface DurationTrend {
  /** Mean of a whole conversation. */
  meanMs: number | null
  /** Median over the runs of the time that 95 of 100 turns of a run kept. */
  p95TurnMs: number | null
  /** `null` with too few runs to say. */
  direction: 'slower' | 'faster' | 'steady' | null
  /** From the oldest to the newest of these runs, 0.3 for 30 % slower; null without a direction. */
  change: number | null
}
