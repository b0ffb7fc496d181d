import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { MissingShards, SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { AgentDifference } from '../blueprint/blueprint-shape.ts'
import type { ChangedSelection } from '../model/changed-shape.ts'
import type { Evidence } from '../model/comparison-verdict.ts'
import type { ConversationComparison, SideKey } from '../model/conversation-comparison.ts'
import type { NewFailures } from '../statistics/new-failures.ts'
import type { PooledPasses } from '../statistics/pooled-drop.ts'
import type { GateRule } from './gate-shape.ts'

export type { GateResult, GateRule } from './gate-shape.ts'

/** Limits on one of the three times (turn, reply, tool) of the side in question, in milliseconds. */
export interface LatencyPolicy {
  p50?: number
  p95?: number
  /**
   * The share by which its median may exceed the other side's: 0.2 for a fifth. Broken only where the difference is
   * certain.
   */
  slower?: number
}

/**
 * What must hold for the gate to open. Counts are the most conversations that may be affected; null or absent means
 * that the rule is not asked for.
 */
export interface GatePolicy {
  hardBreaks: number | null
  regressions: number | null
  unconfirmed: number | null
  notComparable: number | null
  /** The smallest share of the requested pairs that must be judged, for each conversation and overall. */
  judgedPairs: number
  /** For all conversations together: the p-value at or below which fewer passes count as a drop. */
  allTogether: number | null
  /**
   * How often equal sides may shut the gate through single conversations, including their new ways of failing;
   * at most 0.7 of `alpha`.
   */
  newFailures: number | null
  /** Drops that are surely smaller than this share of runs do not shut the gate; null where every drop counts. */
  smallestDrop: number | null
  /** The least share of runs that pass on the side in question. */
  passRate: number | null
  /** The largest share of tool outputs that are errors there. */
  toolErrors: number | null
  /**
   * Whether everything covered on one side (tools by phase and ending, handoffs, kinds of content) must be covered on
   * the other.
   */
  coverage: boolean
  /** The most conversations that change otherwise, or call or hand over to something new, without an approval. */
  changed: number | null
  newCalls: number | null
  newHandoffs: number | null
  /** The most conversations of which what fails or changes is approved. */
  approved: number | null
  latency: Partial<Record<'turn' | 'reply' | 'tool', LatencyPolicy>>
}

/**
 * The gate of a project that configures none: nothing may get worse, everything must be comparable, and two thirds of
 * the requested pairs must be judged.
 */
export const defaultPolicy: GatePolicy = {
  hardBreaks: 0,
  regressions: 0,
  unconfirmed: 0,
  notComparable: 0,
  judgedPairs: 2 / 3,
  allTogether: 0.01,
  newFailures: 0.035,
  smallestDrop: null,
  passRate: null,
  toolErrors: null,
  coverage: false,
  changed: null,
  newCalls: null,
  newHandoffs: null,
  approved: null,
  latency: {},
}

/** The policy with another smallest drop, where one was asked for when the comparison was run. */
export function withSmallestDrop(policy: GatePolicy, smallestDrop: number | undefined): GatePolicy {
  return smallestDrop === undefined ? policy : { ...policy, smallestDrop }
}

export interface GateFacts {
  /** The conversations whose failures are not excused. */
  conversations: readonly ConversationComparison[]
  /** The excused ones: their failures do not count, but they must be judgeable. @default [] */
  excused?: readonly ConversationComparison[]
  coverage: Record<SideKey, Coverage>
  /** The first pairs of these conversations together; null where that adds nothing to the single conversations. */
  pooled: PooledPasses | null
  /** The ways in which these conversations fail; null where none fails. */
  newFailures: NewFailures | null
  /**
   * The evidence for side a against itself, where differences were measured against that noise; null where they were
   * not.
   */
  noise: Evidence | null
  /** The name of the trusted side. */
  baseline: string
  /** With `--changed`: what differs, and what was not run for it. */
  changed?: ChangedSelection
  /** The shards that a merge lacks. */
  missingShards?: MissingShards | undefined
  /** The files that could not be read as suites, so that nothing of them was compared. @default [] */
  unread?: readonly string[]
  /** What was told beside the verdicts of runs; a stale guardrail among it opens no gate. @default [] */
  warnings?: readonly Problem[] | undefined
  /** What differs in agents; of one with an idle prompt, or other packages, no run shows it. @default [] */
  agents?: readonly Pick<AgentDifference, 'agent' | 'idlePrompt' | 'packages'>[]
  /** Conversations of new agents, with what came of them by themselves. @default [] */
  alone?: readonly Pick<SkippedConversation, 'name' | 'alone'>[]
}

/** What a rule is called beside verdicts: what regressed by a hard break has a rule of its own. */
export function titleOfRule(name: string): string {
  return name === 'regressions' ? 'regressions besides hard breaks' : name
}

/** Whether a rule is told also where it held: of what was not seen, or is held only by what somebody decided. */
export function isToldHeld({ name, smallestDrop }: Pick<GateRule, 'name' | 'smallestDrop'>): boolean {
  return ['approved', 'not run', 'packages', 'one side'].includes(name) || smallestDrop !== undefined
}
