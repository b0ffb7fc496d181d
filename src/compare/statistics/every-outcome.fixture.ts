import { binomialChances } from '../../base/binomial.ts'
import type { PairCounts } from './paired-test.ts'

/** One possible outcome of the pairs, and its probability. */
export interface Outcome {
  counts: PairCounts
  probability: number
}

/** Every possible outcome of pairs of independent runs; the pass rates are strictly between 0 and 1. */
export function everyOutcome(pairs: number, rateA: number, rateB: number): Outcome[] {
  const [onlyA, onlyB] = [rateA * (1 - rateB), (1 - rateA) * rateB]
  return [...binomialChances(pairs, onlyA + onlyB)].flatMap((ofDifferent, different) =>
    [...binomialChances(different, onlyB / (onlyA + onlyB))].map((ofSplit, better) => ({
      counts: {
        pairs,
        onlyA: different - better,
        onlyB: better,
        bothPassed: pairs - different,
        neitherPassed: 0,
      },
      probability: ofDifferent * ofSplit,
    })),
  )
}
