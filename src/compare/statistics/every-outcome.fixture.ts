import { binomialChances } from '../../base/binomial.ts'
import type { PairCounts } from './paired-test.ts'

/** One way in which pairs can come out, and how probable it is. */
export interface Outcome {
  counts: PairCounts
  probability: number
}

/** Every way in which pairs of independent runs can come out; the pass rates are above 0 and below 1. */
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
