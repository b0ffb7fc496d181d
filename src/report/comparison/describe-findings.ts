import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import { describeOutcome } from '../text/describe-outcome.ts'

/**
 * The failures of the one run that failed, a line each with the place in the suite; none if both or neither of the
 * shown runs failed.
 */
export function describeFindings({ file, shown: { a, b } }: ConversationComparison): string[] {
  const failed = [a, b].filter((run) => run?.verdict === 'failed')
  const [run] = failed
  if (failed.length !== 1 || run == null) return []
  const outcomes: Outcome[] = [...run.turns.flatMap((turn) => turn.outcomes), ...run.outcomes]
  return outcomes.flatMap((outcome) => {
    if (outcome.verdict !== 'failed') return []
    const [headline = ''] = describeOutcome(outcome).split('\n')
    return [`${file}:${outcome.at.line}:${outcome.at.column}: ${headline}`]
  })
}
