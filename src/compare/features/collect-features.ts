import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import { callFeatures } from './call-features.ts'
import type { Features } from './feature.ts'
import { messageFeatures } from './message-features.ts'

/** Everything that a run can be compared by, over all its turns; a turn that errored or was not sent says nothing. */
export function collectFeatures(run: ConversationResult, facts: VolatileFacts): Features {
  const features: Features = new Map()
  for (const turn of run.turns) {
    if (turn.verdict === 'not reached' || turn.verdict === 'errored' || turn.verdict === 'unsafe') continue
    const { index } = turn
    features.set(reachedKey(index), {
      feature: {
        level: 'turns',
        turn: index,
        requires: null,
        absent: 'not reached',
        graded: false,
        describe: (_, b) => (b === 'reached' ? 'is now reached' : 'is no longer reached'),
      },
      value: 'reached',
    })
    addTurn(features, turn, facts)
  }
  return features
}

/** The key of the feature that a turn was reached, which all others of the turn require. */
function reachedKey(turn: number): string {
  return `${turn}`
}

function addTurn(features: Features, { index, entries }: TurnResult, facts: VolatileFacts): void {
  const view = viewTurn(entries.map((entry) => maskEntry(entry, facts)))
  const common = { turn: index, requires: reachedKey(index) }
  callFeatures(features, view.calls, common)
  messageFeatures(features, view, common)
}
