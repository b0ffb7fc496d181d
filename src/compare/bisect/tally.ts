/** What is known of one version: how its attempts came out, and how the first one that failed did. */
export interface VersionTally {
  /** A number in digits, or `draft`. */
  version: string
  passed: number
  failed: number
  /** Where the first failed attempt went wrong, as `turn 2: reply`, and its session; null while none failed. */
  reason: string | null
  sessionId: string | null
}

/** How often a conversation passes on versions before the break and from it on; between 0 and 1, never at the ends. */
export interface Rates {
  good: number
  bad: number
}

type Counts = Pick<VersionTally, 'passed' | 'failed'>

/** Attempts that were judged. */
export function attemptsOf({ passed, failed }: Counts): number {
  return passed + failed
}

/** The pass rate of some versions together. `doubt` made-up attempts of each kind keep five passes from counting as certainty. */
export function rateOf(tallies: readonly Counts[], doubt: number): number {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const attempts = tallies.reduce((sum, tally) => sum + attemptsOf(tally), 0)
  return (passed + doubt) / (attempts + 2 * doubt)
}

/** How much likelier these attempts are on a good version than on a bad one, as a natural logarithm; above 0 for good. */
export function evidenceOf({ passed, failed }: Counts, { good, bad }: Rates): number {
  return passed * Math.log(good / bad) + failed * Math.log((1 - good) / (1 - bad))
}
