import type { Coverage } from '../engine/coverage/coverage.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { LeftOut, Shard, Skipped } from '../engine/verdict/part-of-run.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { Usage } from '../wire/api/usage.ts'
import type { AgentDifference } from './blueprint/compare-blueprints.ts'
import type { Likely } from './find-likely.ts'
import { lackOfBaseline, lacksEvidence } from './gate/evidence-rules.ts'
import type { GateResult } from './gate/gate-policy.ts'
import type { ComparisonVerdict, NoiseFloor } from './model/comparison-verdict.ts'
import type { ConversationComparison, Side, SideKey } from './model/conversation-comparison.ts'
import type { FeatureEvidence } from './model/feature-evidence.ts'
import type { Pairing } from './pairing.ts'
import type { NewFailures } from './statistics/new-failures.ts'
import type { PooledPasses } from './statistics/pooled-drop.ts'

/**
 * The result of a comparison: the document that `tableread compare --json` prints. A member's meaning never
 * changes under one `schemaVersion`.
 */
export interface Comparison extends LeftOut {
  kind: 'comparison'
  schemaVersion: 1
  tableread: string
  startedAt: string
  ms: number
  sides: Record<SideKey, Side>
  /** The level at which differences are called, 0.05 for one in twenty. */
  alpha: number
  /**
   * Drops that are surely smaller than this do not shut the gate; set only where `--smallest-drop` overrode the
   * config.
   */
  smallestDrop?: number
  /** How often verdicts were checked while pairs were added, which `adjusted` corrects for; 1 when left out. */
  looks?: number
  /** True when both sides are the same on purpose, to measure the noise. */
  calibration: boolean
  noise: NoiseFloor | null
  /** The verdict as one sentence for a manager. */
  sentence: string
  totals: Record<ComparisonVerdict, number>
  /** The first pairs of all conversations together; absent where there are fewer than two. */
  pooled?: PooledPasses
  /**
   * The ways of failing that are more frequent on b than on a; absent where no run failed in a way that counts.
   */
  newFailures?: NewFailures
  /**
   * Conversations that may well differ though none is sure by itself; advice, with no effect on verdicts.
   * Absent where a side is compared with itself, with fewer than two conversations, and with `--until-sure`.
   */
  likely?: Likely
  /** What changed, and where; advice, with no effect on verdicts. Absent where a side is compared with itself. */
  features?: FeatureEvidence
  /** Over the runs of all conversations, by side: how many passed, and how many could be judged. */
  passed: Record<SideKey, Passed>
  /** Turns sent, both sides together. */
  turns: number
  gate: GateResult
  agents: AgentDifference[]
  coverage: Record<SideKey, Coverage>
  /** Files that could not be read as suites. */
  problems: Problem[]
  conversations: ConversationComparison[]
  /** The conversations that their scripts skip; absent where there are none. */
  skipped?: Skipped[]
  /** Only where this is one shard of a comparison: what `--shard` chose. */
  shard?: Shard
  /** What models used on each side; absent unless the service reports it. */
  usage?: Record<SideKey, Usage[]>
  /** What judges used in addition, for each side. */
  judging?: Record<SideKey, Usage[]>
}

/** How many runs of a side passed, of those that could be judged. */
export interface Passed {
  passed: number
  judged: number
  /** How many more errored; left out where none did. */
  lost?: number
}

/**
 * Events emitted while a comparison runs. A round is the first pairs of all conversations, or further pairs of those
 * still open.
 */
export type ComparisonEvent =
  | {
      kind: 'begun'
      sides: Record<SideKey, Side>
      conversations: number
      /** What the first pairs can detect of the smallest drop that matters, where one is configured. */
      sees?: string
    }
  | { kind: 'round'; why: 'first' | 'confirm' | 'until sure'; conversations: number; runs: number }
  | { kind: 'run done'; pairing: Pairing; side: SideKey; result: ConversationResult }
  | { kind: 'done'; comparison: Comparison; interrupted: boolean }

/**
 * The exit code of a comparison: 130 interrupted (143 terminated); 2 a script is broken or there was nothing to
 * compare; 1 the gate is shut; 3 something could not be judged (service, network, or a spent budget), too little was
 * judged, or it was unsafe to run; 4 something was not comparable for another reason, the trusted side never passed, or
 * a gate rule could not be judged; 0 the gate is open. A side compared with itself has no gate to shut, so it never
 * gives 1.
 */
export function comparisonExitCode(
  { problems, conversations, gate, calibration, noise }: Comparison,
  interrupted: 129 | 130 | 143 | null,
): 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const came = (verdict: string): boolean =>
    conversations.some(({ runs }) => [...runs.a, ...runs.b].some((run) => run.verdict === verdict))
  if (problems.length > 0 || conversations.length === 0 || came('broken')) return 2
  const unrun = came('not reached') || came('unsafe') || lacksEvidence(gate)
  if (calibration) {
    if (noise === null || noise.pairs === 0 || unrun) return 3
    return lackOfBaseline(gate) === null ? 0 : 4
  }
  if (gate.verdict === 'shut') return 1
  if (unrun) return 3
  if (gate.verdict === 'open') return 0
  const lost = gate.rules.some(({ name, verdict }) => verdict !== 'held' && name !== 'baseline')
  return lost && came('errored') ? 3 : 4
}
