/** What is known about one version: how its attempts came out, and how the first failed attempt failed. */
export interface VersionTally {
  /** A number in digits, or `draft`. */
  version: string
  passed: number
  failed: number
  /** Where the first failed attempt went wrong, as `turn 2: reply`, and its session; null while none failed. */
  reason: string | null
  sessionId: string | null
}

/** The pass rate on versions before the break and from it on; strictly between 0 and 1. */
export interface Rates {
  good: number
  bad: number
}

type Counts = Pick<VersionTally, 'passed' | 'failed'>

/** Attempts that were judged. */
export function attemptsOf({ passed, failed }: Counts): number {
  return passed + failed
}

/**
 * The pooled pass rate of some versions. Adding `doubt` made-up attempts of each kind keeps five passes from counting
 * as certainty.
 */
export function rateOf(tallies: readonly Counts[], doubt: number): number {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const attempts = tallies.reduce((sum, tally) => sum + attemptsOf(tally), 0)
  return (passed + doubt) / (attempts + 2 * doubt)
}

/**
 * The log likelihood ratio of these attempts on a good version against a bad one (natural logarithm); above 0 speaks
 * for good.
 */
export function evidenceOf({ passed, failed }: Counts, { good, bad }: Rates): number {
  return passed * Math.log(good / bad) + failed * Math.log((1 - good) / (1 - bad))
}
