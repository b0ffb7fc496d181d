import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { Evidence } from '../model/evidence.ts'
import type { SideKey } from '../model/side.ts'

/** The facts that the rules of a gate are checked against. */
export interface GateFacts {
  /** The conversations that are not excused. */
  conversations: readonly ConversationComparison[]
  coverage: Record<SideKey, Coverage>
  /**
   * The evidence for side a against itself, where differences were measured against that noise; null where they were
   * not.
   */
  noise: Evidence | null
  /** What the trusted side is called. */
  baseline: string
}
