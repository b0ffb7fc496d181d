import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { Evidence } from '../model/evidence.ts'
import type { SideKey } from '../model/side.ts'

/** What the rules of a gate are held against. */
export interface GateFacts {
  /** Without those that are excused. */
  conversations: readonly ConversationComparison[]
  coverage: Record<SideKey, Coverage>
  /** Of the runs of side a against itself, where differences were held against these; null where they were not. */
  noise: Evidence | null
  /** What the trusted side is called. */
  baseline: string
}
