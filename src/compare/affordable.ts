import { type ConversationRuns, turnsSent } from './conversation-runs.ts'

/** Further pairs of runs that one conversation should get. */
export interface WantedPairs {
  runs: ConversationRuns
  pairs: number
}

/** Those of the wanted pairs that the turns still pay for, at what a pair of the same conversation cost so far; `turns` limits all runs together. */
export function affordable(
  wanted: readonly WantedPairs[],
  all: readonly ConversationRuns[],
  turns: number,
): WantedPairs[] {
  let left = turns - all.reduce((sum, runs) => sum + turnsSent(runs), 0)
  return wanted.flatMap(({ runs, pairs }) => {
    const cost = turnsSent(runs) / Math.max(1, runs.a.length)
    const paid = Math.min(pairs, Math.floor(left / Math.max(1, cost)))
    if (paid < 1) return []
    left -= paid * cost
    return [{ runs, pairs: paid }]
  })
}
