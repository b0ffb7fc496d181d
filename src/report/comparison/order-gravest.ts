import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'

/**
 * The conversations worth a look, most serious first: by verdict, then unconfirmed breaks before other changes, then by
 * size of the effect. Conversations with an excused failure come last; those that are the same are left out.
 */
export function orderGravest(conversations: readonly ConversationComparison[]): ConversationComparison[] {
  return conversations
    .filter(({ verdict }) => verdict !== 'same')
    .map((conversation, index) => ({ conversation, index, rank: rankOf(conversation) }))
    .sort((one, other) => {
      const place = one.rank.findIndex((part, at) => part !== other.rank[at])
      return place < 0 ? one.index - other.index : (one.rank[place] ?? 0) - (other.rank[place] ?? 0)
    })
    .map(({ conversation }) => conversation)
}

function rankOf({ verdict, certainty, excused, pass }: ConversationComparison): number[] {
  const certainties = ['hard break', 'statistical', 'unconfirmed']
  return [
    excused === null ? 0 : 1,
    comparisonVerdicts.indexOf(verdict),
    certainty === null ? certainties.length : certainties.indexOf(certainty),
    pass?.effect ?? 0,
  ]
}
