import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import type { ConversationRuns } from '../pairing.ts'
import { countPairs, type Pair, pairedTest, pairsForHardBreak } from '../statistics/paired-test.ts'

/** How sure a difference has to be. */
export interface Certainty {
  /** The level at which any of the variants of a run may be called brittle although none is. */
  alpha: number
  /** How many variants are tested at that level together. */
  tests: number
  /** The most pairs of runs; null for three times as many as a clear break needs. */
  most: number | null
}

/** How often pairs are looked at: when a clear break would be certain, at twice as many pairs, and at the end. */
const looks = 3

/** What pairs of runs say so far, or that more are needed. */
export type PairsVerdict = 'more' | 'brittle' | 'not brittle'

/** The pairs after which it is looked at. */
export function stagesOf({ alpha, tests, most }: Certainty): number[] {
  const first = pairsForHardBreak(alpha, tests * looks)
  return [...new Set([first, 2 * first, 3 * first].map((pairs) => Math.min(pairs, most ?? pairs)))]
}

/**
 * Whether the variant does something else beyond the noise of the original, by the exact paired test of comparisons with
 * Bonferroni's correction over variants and looks. The pairs are new ones: none of those by which the variant was chosen. It ends
 * early where nothing that may still come would make it certain, which makes no false alarm more likely.
 */
export function judgePairs(pairs: readonly Pair[], certainty: Certainty): PairsVerdict {
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

/** The chance of such pairs where original and variant are equal, corrected for everything that is tested. */
export function chanceOf(pairs: readonly Pair[], { tests }: Pick<Certainty, 'tests'>): number {
  return Math.min(1, pairedTest(countPairs(pairs)) * tests * looks)
}

/** Of each pair, whether both sides do as the original mostly does. Pairs with a run that was not judged do not count. */
export function pairsOf(
  { a, b }: Pick<ConversationRuns, 'a' | 'b'>,
  isLike: (run: ConversationResult, side: 'a' | 'b') => boolean,
): Pair[] {
  return a.flatMap((run, index): Pair[] => {
    const other = b[index]
    return other !== undefined && isJudged(run.verdict) && isJudged(other.verdict)
      ? [[isLike(run, 'a'), isLike(other, 'b')]]
      : []
  })
}
