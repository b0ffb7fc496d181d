import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Change } from './change.ts'
import type { Certainty, ComparisonVerdict } from './comparison-verdict.ts'
import type { Evidence } from './evidence.ts'
import type { LatencyComparison } from './latency-comparison.ts'
import type { PassStatistics } from './pass-statistics.ts'
import type { SideKey } from './side.ts'
import type { TurnComparison } from './turn-comparison.ts'

/** The comparison of one conversation: JSON-safe, and enough for every report. */
export interface ConversationComparison {
  /** `file:line`, or `file:line#row`; unique in a comparison. */
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  tags: string[]
  verdict: ComparisonVerdict
  /** Only of *regressed* and *improved*, and *unconfirmed* with *changed*; null with any other verdict. */
  certainty: Certainty | null
  /**
   * Why a failure is expected here (the script's mark, or a quarantine file), so that the gate ignores it; null where
   * it is not.
   */
  excused: string | null
  /** One sentence for a person: `passed 5 of 5 on default, 0 of 5 on draft`. */
  reason: string
  /** Every run of each side, in order; those at one index are a pair. */
  runs: Record<SideKey, RunSummary[]>
  /** Null where no pair could be judged. */
  pass: PassStatistics | null
  /**
   * How many of the requested pairs could be judged, and how many the gate needs; absent in results from before that
   * rule.
   */
  evidence?: Evidence
  /** The pair of runs that illustrates the verdict best, in full; the aligned turns refer to these. */
  shown: Record<SideKey, ConversationResult | null>
  turns: TurnComparison[]
  /** The differences that exceed how much each side differs from itself, over all runs. */
  changes: Change[]
  latency: LatencyComparison[]
}

/** One run of a conversation on one side, in short. */
export interface RunSummary {
  verdict: Verdict
  reason: string | null
  sessionId: string | null
  startedAt: string
  ms: number
  /** The first turn that did not pass, from 0; null where all did. */
  turn: number | null
}
