import type { EarlierRuns } from '../model/conversation-comparison.ts'

/** The runs of one earlier comparison: how many were judged, and how many failed, by way of failing. */
export interface EarlierComparison {
  of: number
  failed: Readonly<Record<string, number>>
}

/**
 * Earlier runs of conversations, by id, each with the number of runs it counts for. Where something around an
 * agent drifts, its runs vary from day to day by more than chance; they are discounted by that excess, taken
 * over all conversations and ways (observed variance over binomial variance). Conversations without earlier
 * runs are left out.
 */
export function weighEarlier(earlier: ReadonlyMap<string, readonly EarlierComparison[]>): Map<string, EarlierRuns> {
  const spread = Math.max(1, spreadOf([...earlier.values()]))
  return new Map(
    [...earlier].flatMap(([id, comparisons]): [string, EarlierRuns][] => {
      const runs = Math.floor(sum(comparisons.map(({ of }) => of)) / spread)
      if (runs === 0) return []
      const failed = waysIn(comparisons).map((way): [string, number] => {
        const count = sum(comparisons.map((each) => each.failed[way] ?? 0))
        return [way, Math.min(runs, Math.ceil(count / spread))]
      })
      return [[id, { runs, failed: Object.fromEntries(failed) }]]
    }),
  )
}

/** By how much shares vary from one comparison to another, as a multiple of what chance alone explains (Pearson). */
function spreadOf(all: readonly (readonly EarlierComparison[])[]): number {
  let [squares, freedom] = [0, 0]
  for (const comparisons of all) {
    const runs = sum(comparisons.map(({ of }) => of))
    for (const way of comparisons.length < 2 ? [] : waysIn(comparisons)) {
      const share = sum(comparisons.map(({ failed }) => failed[way] ?? 0)) / runs
      if (share >= 1) continue
      for (const { of, failed } of comparisons)
        squares += ((failed[way] ?? 0) - of * share) ** 2 / (of * share * (1 - share))
      freedom += comparisons.length - 1
    }
  }
  return freedom === 0 ? 1 : squares / freedom
}

function waysIn(comparisons: readonly EarlierComparison[]): string[] {
  return [...new Set(comparisons.flatMap(({ failed }) => Object.keys(failed)))]
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
