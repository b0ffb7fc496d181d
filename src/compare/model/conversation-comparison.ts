import { listSome } from '../../base/wording.ts'
import type { Cause } from '../../engine/verdict/cause-kind.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Certainty, ComparisonVerdict, Evidence, JudgeEvidence, PassStatistics } from './comparison-verdict.ts'
import type { AspectSeen, Parting } from './feature-evidence.ts'
import type { Change, TurnComparison } from './turn-comparison.ts'

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
  /** Only with *regressed* and *improved*, and *unconfirmed* with *changed*; null with any other verdict. */
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
  /** How many pairs were fixed before anything ran; further ones depend on how those came out. */
  firstPairs?: number
  /** Only where some pair rests on judged criteria alone. */
  judges?: JudgeEvidence
  /** Earlier runs of the same script by the same agent as side a; only where the history has any. */
  earlier?: EarlierRuns
  /** The pair of runs that illustrates the verdict best, in full; the aligned turns refer to these. */
  shown: Record<SideKey, ConversationResult | null>
  turns: TurnComparison[]
  /** The differences that exceed how much each side differs from itself, over all runs. */
  changes: Change[]
  /**
   * From which turn on the sides differ; left out where they do not, and in results from before this member
   * existed.
   */
  parts?: Parting
  /** What the first pairs show, aspect by aspect; absent where nothing could be compared. */
  seen?: AspectSeen[]
  latency: LatencyComparison[]
}

/**
 * Earlier runs of one conversation, as the number they count for: runs that differ among themselves count for
 * fewer.
 */
export interface EarlierRuns {
  runs: number
  /** How many of them failed, by way of failing. */
  failed: Record<string, number>
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
  /**
   * Where and how it failed, in a few words: `turn 2: arguments of cancel_order`; left out where only judges
   * say so.
   */
  way?: string
  /** The layer in which it went wrong; see `ConversationResult`. */
  cause?: Cause
  /** What models used, where the service reports it. */
  usage?: Usage[]
  /** The turns (from 0) that are not in `usage`: not sent, or nothing was reported for them. */
  withoutUsage?: number[]
  /** What judges used in addition. */
  judging?: Usage[]
}

/** The side of a comparison: `a` is the trusted one (usually default), `b` the one in question (usually draft). */
export type SideKey = 'a' | 'b'

/**
 * What one side ran against. `label` is its name in reports: `default`, `draft`, `2`, or with the agent or target where
 * these differ.
 */
export interface Side {
  label: string
  /** The agent used instead of the scripts' own; null where each script's agent was used. */
  agent: string | null
  version: string
  target: string
}

/** How one time differs between the sides over all runs, in milliseconds. */
export interface LatencyComparison {
  subject: 'turn' | 'reply' | 'tool'
  /** The tool, where the subject is one. */
  tool: string | null
  /** The turn of the script, from 0; null for all turns together. */
  turn: number | null
  a: number[]
  b: number[]
  /** Median of b minus a over pairs; null without pairs. */
  difference: number | null
  /** Its 95 % confidence interval; null where there are too few pairs for one. */
  interval: [from: number, to: number] | null
  /**
   * How often, at most, equal sides differ so much, by the sign of each pair of runs; absent without pairs and
   * in older files.
   */
  p?: number
}

/** The first few conversations by name, and how many more there are: `"a", "b", "c" and 2 more`. */
export function listNames(conversations: readonly ConversationComparison[]): string {
  return listSome(
    conversations.map(({ name }) => `"${name}"`),
    3,
  )
}
