import type { TeethResult } from '../../../compare/mutation/mutant/teeth-result.ts'

/**
 * 0: measured, and no suite is below what was asked for. 1: one is, or a conversation fails as it is where a least score
 * was asked for, or nothing was left to measure: no share of nothing is good enough. 3: a conversation could not be judged as it is. 130 and 143: interrupted.
 */
export function teethExitCode(
  { conversations, suites, score }: TeethResult,
  minScore: number | null,
  interrupted: 130 | 143 | null,
): number {
  if (interrupted !== null) return interrupted
  const unscored = conversations.flatMap((each) => each.unscored?.kind ?? [])
  if (unscored.includes('errored') || unscored.includes('not played')) return 3
  if (score === null) return 1
  if (minScore === null) return 0
  const below = suites.some((suite) => suite.score !== null && suite.score < minScore)
  return below || unscored.includes('failed') ? 1 : 0
}
