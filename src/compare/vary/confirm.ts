import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { judgedRuns } from '../model/after-look.ts'
import type { ConversationRuns } from '../pairing.ts'
import { countPairs, type Pair, pairedTest, pairsForHardBreak } from '../statistics/paired-test.ts'

export interface RequiredCertainty {
  /** The chance that any variant of a run is called brittle although none is. */
  alpha: number
  /** How many variants are tested at that level together. */
  tests: number
  /** The most pairs of runs; null for three times as many as a clear break needs. */
  most: number | null
}

/** How often pairs are checked: when a clear break would be certain, at twice as many, and at the end. */
const looks = 3

/** The verdict on the pairs so far, or that more are needed. */
export type PairsVerdict = 'more' | 'brittle' | 'not brittle'

/** The numbers of pairs after which they are checked. */
export function stagesOf({ alpha, tests, most }: RequiredCertainty): number[] {
  const first = pairsForHardBreak(alpha, tests * looks)
  return [...new Set([first, 2 * first, 3 * first].map((pairs) => Math.min(pairs, most ?? pairs)))]
}

/** Whether a variant differs beyond the original's noise, by new pairs (Bonferroni); ends where nothing can be sure. */
export function judgePairs(pairs: readonly Pair[], certainty: RequiredCertainty): PairsVerdict {
  const stages = stagesOf(certainty)
  const most = stages.at(-1) ?? 1
  const counts = countPairs(pairs)
  if (stages.includes(counts.pairs) && counts.onlyA > counts.onlyB && chanceOf(pairs, certainty) <= certainty.alpha)
    return 'brittle'
  if (counts.pairs >= most) return 'not brittle'
  const rest = Array.from({ length: most - counts.pairs }, (): Pair => [true, false])
  const best = [...pairs, ...rest]
  return chanceOf(best, certainty) > certainty.alpha ? 'not brittle' : 'more'
}

/** The chance of such pairs if original and variant are equal, corrected for everything that is tested. */
export function chanceOf(pairs: readonly Pair[], { tests }: Pick<RequiredCertainty, 'tests'>): number {
  return Math.min(1, pairedTest(countPairs(pairs)) * tests * looks)
}

/** For each pair, whether either run does what the original mostly does; pairs with a run not judged do not count. */
export function pairsOf(
  { a, b }: Pick<ConversationRuns, 'a' | 'b'>,
  isLike: (run: ConversationResult, side: 'a' | 'b') => boolean,
): Pair[] {
  return judgedRuns({ a, b }).map((pair) => [isLike(pair.a, 'a'), isLike(pair.b, 'b')])
}
