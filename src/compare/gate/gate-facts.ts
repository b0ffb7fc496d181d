import type { Coverage } from '../../results/coverage.ts'
import type { ConversationComparison } from '../conversation-comparison.ts'
import type { SideKey } from '../side.ts'

/** What the rules of a gate are held against. */
export interface GateFacts {
  /** Without those that are excused. */
  conversations: readonly ConversationComparison[]
  coverage: Record<SideKey, Coverage>
}
