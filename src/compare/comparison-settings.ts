import type { Problem } from '../suite/yaml/problem.ts'
import type { GatePolicy } from './gate/gate-policy.ts'
import type { AgentDifference } from './model/agent-difference.ts'
import type { Side, SideKey } from './model/side.ts'
import type { RoundSettings } from './run-rounds.ts'

/** The settings of a whole comparison. */
export interface ComparisonSettings extends Omit<RoundSettings, 'heard' | 'calibrate' | 'sides'> {
  sides: Record<SideKey, Side>
  contexts: RoundSettings['sides']
  /**
   * `floor`: also run side a against itself, and call no difference within that noise. `only`: both sides are the same
   * on purpose.
   */
  calibrate: 'no' | 'floor' | 'only'
  policy: GatePolicy
  /** What differs in the agents themselves. */
  agents: AgentDifference[]
  /** Files that could not be read as suites. */
  problems: readonly Problem[]
  /** How many conversations are left out because others are marked `only: true`. */
  leftOutByOnly?: number
  /** Tableread's own version. */
  tableread: string
}
