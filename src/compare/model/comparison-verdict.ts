/**
 * The verdict of a comparison on one conversation, the gravest first.
 *
 * - *regressed*, *improved*: the pass rate moved beyond noise.
 * - *flaky*: a side both passes and fails, and no difference is certain.
 * - *not comparable*: a side could not be judged, or the sides did not run the same script.
 * - *changed*: as many pass, but the agent behaves differently.
 * - *same*: none of these.
 */
export const comparisonVerdicts = ['regressed', 'not comparable', 'flaky', 'changed', 'improved', 'same'] as const

/** One of `comparisonVerdicts`. */
export type ComparisonVerdict = (typeof comparisonVerdicts)[number]

/**
 * What *regressed* or *improved* rests on: a *hard break* (never failed on one side, never passed on the other, in
 * enough pairs), or a *statistical* difference (exact paired test, Holm-adjusted). *unconfirmed*: it looks like a break
 * or a gain, but in too few pairs of runs to call it one; the verdict is then *changed*.
 */
export type Certainty = 'hard break' | 'statistical' | 'unconfirmed'

/** The outcomes of one conversation's pairs of runs. Pairs with a run that could not be judged are left out. */
export interface PassStatistics {
  pairs: number
  bothPassed: number
  /** Passed on a and failed on b. */
  onlyA: number
  /** Failed on a and passed on b. */
  onlyB: number
  neitherPassed: number
  /** Pass rate of b minus that of a, from -1 to 1. */
  effect: number
  /** The 95 % confidence interval of the true effect, over all looks together. */
  interval: [from: number, to: number]
  /** Two-sided exact paired test, never above McNemar's (see `pairedTest`). */
  p: number
  /** `p` after Holm's correction over the conversations of the comparison, and over the looks. */
  adjusted: number
  /**
   * The highest probability that two equal sides show a break like this by chance: 4^-pairs; null where there is no
   * break.
   */
  breakRisk: number | null
}

/** What rests on judged criteria alone, and how often the judges err. */
export interface JudgeEvidence {
  /** Pairs in which the one run that failed did so by judged criteria alone. */
  onlyA: number
  onlyB: number
  /** The least number of different texts that judges must have got wrong if the sides are equal. */
  decided: number
  /** How many different texts they were shown. */
  seen: number
  /**
   * How often they err on one run, at most: the unfavourable ends of their licences' intervals; null where that
   * is not known.
   */
  error: number | null
}

/** How much evidence a verdict rests on, in pairs of runs. */
export interface Evidence {
  /** Pairs requested: the first ones, and all that were added. */
  asked: number
  /** Pairs in which both runs were judged. */
  judged: number
  /** The least number of judged pairs that the gate requires. */
  needed: number
}

/**
 * The evidence of the judged pairs. `share` is the share of pairs that is needed: rounded up, and at least one
 * pair.
 */
export function evidenceOf(judged: number, asked: number, share: number): Evidence {
  return { asked, judged, needed: Math.max(1, Math.ceil(share * asked - 1e-9)) }
}

/** `judged 1 of 3 pairs, needs 2`; null where there is enough. */
export function describeShort({ asked, judged, needed }: Evidence): string | null {
  return judged >= needed ? null : `judged ${judged} of ${asked} ${asked === 1 ? 'pair' : 'pairs'}, needs ${needed}`
}

/** How much the agent differs from itself, measured by running one version against itself. */
export interface NoiseFloor {
  /** Judged pairs of runs, and how many of them had one pass and one failure. */
  pairs: number
  discordant: number
  /** Ids of the conversations that had such pairs. */
  conversations: string[]
  /** The middle half of the differences between two runs' turn times, in milliseconds; null without turns. */
  turnMs: [from: number, to: number] | null
  measuredAt: string
}
