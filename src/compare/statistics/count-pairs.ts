import type { PassStatistics } from '../model/pass-statistics.ts'

/** Whether each of two paired runs passed. A pair with a run that could not be judged does not count. */
export type Pair = readonly [passedA: boolean, passedB: boolean]

/** The number of pairs by outcome. */
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
