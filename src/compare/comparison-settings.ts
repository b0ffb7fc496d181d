import type { Problem } from '../suite/yaml/problem.ts'
import type { GatePolicy } from './gate/gate-policy.ts'
import type { AgentDifference } from './model/agent-difference.ts'
import type { Side, SideKey } from './model/side.ts'
import type { RoundSettings } from './run-rounds.ts'

/** What a whole comparison works with. */
export interface ComparisonSettings extends Omit<RoundSettings, 'heard' | 'calibrate' | 'sides'> {
  sides: Record<SideKey, Side>
  contexts: RoundSettings['sides']
  /** `floor`: run side a against itself as well, and call nothing that is within that. `only`: the sides are the same on purpose. */
  calibrate: 'no' | 'floor' | 'only'
  policy: GatePolicy
  /** What differs in the agents themselves. */
  agents: AgentDifference[]
  /** Files that could not be read as suites. */
  problems: readonly Problem[]
  /** How many conversations `only: true` on these leaves out. */
  leftOutByOnly?: number
  /** Tableread's own version. */
  tableread: string
}
