import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { describeOutcome } from '../text/describe-outcome.ts'

/**
 * The first failure in the shown run of b: `turn 2: lookup_order was not called`. Null if it passed or was not stored.
 */
export function describeBreak({ shown }: Pick<ConversationComparison, 'shown'>): string | null {
  if (shown.b === null || shown.b.verdict === 'passed') return null
  for (const { index, outcomes, failure, verdict } of shown.b.turns) {
    const poor = outcomes.find((outcome) => outcome.verdict === 'failed' || outcome.verdict === 'not judged')
    if (poor !== undefined) return `turn ${index + 1}: ${firstLine(describeOutcome(poor))}`
    if (failure !== null && verdict === 'errored') return `turn ${index + 1}: ${firstLine(describeFailure(failure))}`
  }
  const whole = shown.b.outcomes.find(({ verdict }) => verdict === 'failed')
  return whole === undefined ? shown.b.reason : firstLine(describeOutcome(whole))
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
