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
