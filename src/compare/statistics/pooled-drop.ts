import { binomialAtMost } from '../../base/binomial.ts'
import type { Pair } from './paired-test.ts'

/** The first pairs of one conversation. */
export interface FirstPairs {
  pairs: readonly Pair[]
  /** Pairs in which b fails, and a does not, by criteria for judges alone. */
  byJudges: number
}

/** The pairs of several conversations taken together. */
export interface PooledPasses {
  conversations: number
  pairs: number
  passedA: number
  passedB: number
  onlyA: number
  onlyB: number
  /** One-sided: how often, at most, equal sides come out with so many fewer passes on b. */
  p: number
}

/**
 * Whether fewer pass on b in all conversations together, where in none of them it may be sure. If both sides of a pair are equal, whichever
 * passes alone is a toss of a coin, however often each conversation passes: the exact sign test over the pairs that differ. It takes
 * the first pairs alone, whose number was settled before anything ran, since further pairs are added by how those came
 * out. A failure by judges alone counts as none. Null for fewer than two conversations, which are judged one by one.
 */
export function poolPasses(conversations: readonly FirstPairs[]): PooledPasses | null {
  const judged = conversations.filter(({ pairs }) => pairs.length > 0)
  if (judged.length < 2) return null
  const all = judged.flatMap(({ pairs }) => pairs)
  const count = (holds: (pair: Pair) => boolean): number => all.filter(holds).length
  const onlyA = count(([a, b]) => a && !b)
  const onlyB = count(([a, b]) => b && !a)
  const counted = Math.max(0, onlyA - judged.reduce((sum, { byJudges }) => sum + byJudges, 0))
  return {
    conversations: judged.length,
    pairs: all.length,
    passedA: count(([a]) => a),
    passedB: count(([, b]) => b),
    onlyA,
    onlyB,
    p: binomialAtMost(onlyB, counted + onlyB, 0.5),
  }
}
