import type { PassStatistics } from '../model/pass-statistics.ts'
import { breakOf } from './break-of.ts'
import type { PairCounts } from './count-pairs.ts'
import { passInterval } from './pass-interval.ts'

/** The statistics of at least one pair, with the chances from `pairedTest` and after correction; `looks` as in `callVerdicts`. */
export function measurePasses(
  counts: PairCounts,
  { p, adjusted, looks = 1 }: { p: number; adjusted: number; looks?: number },
): PassStatistics {
  // Named one by one: spreading them takes ten times as long as all the rest.
  const { pairs, bothPassed, onlyA, onlyB, neitherPassed } = counts
  const effect = (onlyB - onlyA) / pairs
  const breakRisk = breakOf(counts) === null ? null : 4 ** -pairs
  const interval = passInterval(counts, looks)
  return { pairs, bothPassed, onlyA, onlyB, neitherPassed, effect, interval, p, adjusted, breakRisk }
}
