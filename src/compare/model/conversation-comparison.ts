import { listSome } from '../../base/wording.ts'
import type { ConversationComparison } from './conversation-comparison-shape.ts'

export type {
  ConversationComparison,
  EarlierRuns,
  LatencyComparison,
  RunSummary,
  Side,
} from './conversation-comparison-shape.ts'

/** The side of a comparison: `a` is the trusted one (usually default), `b` the one in question (usually draft). */
export type SideKey = 'a' | 'b'

/** The first few conversations by name, and how many more there are: `"a", "b", "c" and 2 more`. */
export function listNames(conversations: readonly ConversationComparison[]): string {
  return listSome(
    conversations.map(({ name }) => `"${name}"`),
    3,
  )
}
