import type { PassStatistics } from '../model/pass-statistics.ts'

/** Whether each of two runs that belong together passed. A pair with a run that could not be judged is no pair. */
export type Pair = readonly [passedA: boolean, passedB: boolean]

/** How many pairs came out in which way. */
export type PairCounts = Pick<PassStatistics, 'pairs' | 'bothPassed' | 'onlyA' | 'onlyB' | 'neitherPassed'>

/** Counts pairs by how they came out. */
export function countPairs(pairs: readonly Pair[]): PairCounts {
  let [bothPassed, onlyA, onlyB] = [0, 0, 0]
  for (const [a, b] of pairs) {
    if (a && b) bothPassed += 1
    else if (a) onlyA += 1
    else if (b) onlyB += 1
  }
  return { pairs: pairs.length, bothPassed, onlyA, onlyB, neitherPassed: pairs.length - bothPassed - onlyA - onlyB }
}
