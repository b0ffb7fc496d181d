import type { Coverage } from '../engine/coverage/coverage.ts'
import type { LeftOut } from '../engine/coverage/left-out.ts'
import type { Shard } from '../engine/verdict/shard.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import type { AgentDifference } from './model/agent-difference.ts'
import type { ComparisonVerdict } from './model/comparison-verdict.ts'
import type { ConversationComparison } from './model/conversation-comparison.ts'
import type { GateResult } from './model/gate.ts'
import type { NoiseFloor } from './model/noise-floor.ts'
import type { Side, SideKey } from './model/side.ts'

/** The result of a comparison: the document that `tableread compare --json` prints. A member's meaning never changes under one `schemaVersion`. */
export interface Comparison extends LeftOut {
  kind: 'comparison'
  schemaVersion: 1
  tableread: string
  startedAt: string
  ms: number
  sides: Record<SideKey, Side>
  /** The level at which differences are called, 0.05 for one in twenty. */
  alpha: number
  /** How often verdicts were looked at while pairs were added, which `adjusted` corrects for; 1 when left out. */
  looks?: number
  /** True when both sides are the same on purpose, to measure the noise. */
  calibration: boolean
  noise: NoiseFloor | null
  /** The verdict as one sentence that a manager can read. */
  sentence: string
  totals: Record<ComparisonVerdict, number>
  /** Over the runs of all conversations, by side: how many passed, and how many could be judged. */
  passed: Record<SideKey, { passed: number; judged: number }>
  /** Turns sent, both sides together. */
  turns: number
  gate: GateResult
  agents: AgentDifference[]
  coverage: Record<SideKey, Coverage>
  /** Files that could not be read as suites. */
  problems: Problem[]
  conversations: ConversationComparison[]
  /** Only where this is a part of a comparison: what `--shard` chose. */
  shard?: Shard
}
