import { countPairs, type Pair, signTest } from './paired-test.ts'
import type { PooledPasses } from './statistics-shape.ts'

export type { PooledPasses } from './statistics-shape.ts'

/** The first pairs of one conversation. */
export interface FirstPairs {
  pairs: readonly Pair[]
  /** Pairs in which b fails, and a does not, by judged criteria alone. */
  byJudges: number
}

/**
 * Tests whether fewer runs pass on b over all conversations together, even if no single drop is certain. If
 * both sides of a pair are equal, which of them passes alone is a coin toss, however often each conversation
 * passes: the exact sign test over the pairs that differ. It uses only the first pairs, whose number was fixed
 * before anything ran, since further pairs are added depending on how those came out. A failure by judges alone
 * does not count. Null for fewer than two conversations, which have their own verdicts.
 */
export function poolPasses(conversations: readonly FirstPairs[]): PooledPasses | null {
  const judged = conversations.filter(({ pairs }) => pairs.length > 0)
  if (judged.length < 2) return null
  const { pairs, bothPassed, onlyA, onlyB } = countPairs(judged.flatMap(({ pairs }) => pairs))
  const byJudges = judged.reduce((sum, each) => sum + each.byJudges, 0)
  return {
    conversations: judged.length,
    pairs,
    passedA: bothPassed + onlyA,
    passedB: bothPassed + onlyB,
    onlyA,
    onlyB,
    p: signTest(onlyB, Math.max(0, onlyA - byJudges)),
  }
}
