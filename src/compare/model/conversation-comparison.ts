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

/** What became of one conversation on both sides: JSON-safe, enough for every report. */
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
  /** Of regressed and improved; *unconfirmed* comes with *changed*. Null with any other verdict. */
  certainty: Certainty | null
  /** Why a failure here is expected (the script's mark, or a quarantine file), and the gate looks away; null where it is not. */
  excused: string | null
  /** One sentence for a person: `passed 5 of 5 on default, 0 of 5 on draft`. */
  reason: string
  /** Every run of each side, in order; those at one index are a pair. */
  runs: Record<SideKey, RunSummary[]>
  /** Null where no pair could be judged. */
  pass: PassStatistics | null
  /** How much of what was asked for could be judged, and how much the gate needs; left out by results before there was such a rule. */
  evidence?: Evidence
  /** The pair of runs that shows the verdict best, whole; the aligned turns are about these. */
  shown: Record<SideKey, ConversationResult | null>
  turns: TurnComparison[]
  /** What differs beyond how much each side differs from itself, over all runs. */
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
