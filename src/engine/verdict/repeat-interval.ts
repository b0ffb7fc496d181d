import { highestRate, lowestRate } from '../../base/rate-interval.ts'
import type { Attempts } from './attempts.ts'

/** What an interval needs to know of attempts and of the rule that ended them. */
export type Attempted = Pick<Attempts, 'times' | 'pass' | 'passed' | 'failed'> & {
  /** Whether enough passes ended it; they do not where all attempts count for a limit on p50 or p95. */
  endsAtPass: boolean
}

/**
 * Where the rate of passing lies with at least 95 % confidence, exactly, given the rule that ended the attempts (see
 * `repeatConversation`); null where none was judged. Ends are ordered from the worst, never passed, to the best, passed as
 * soon as could be, and each end of the interval is the rate at which ending so or more extremely has a chance of 2.5 %
 * (C. Jennison and B. Turnbull, *Confidence intervals for a binomial parameter following a multistage test*, 1983). As the
 * rule only cuts off what could not change the verdict, all of these chances are binomial ones. Where nothing was cut
 * off, it is the interval of Clopper and Pearson; so it is where the attempts ran out, or were interrupted, or some could
 * not be judged, if that did not depend on whether they would have passed.
 */
export function repeatInterval({
  times,
  pass,
  passed,
  failed,
  endsAtPass,
}: Attempted): [from: number, to: number] | null {
  const judged = passed + failed
  if (judged === 0) return null
  const enough = endsAtPass && passed === pass
  const lost = passed > 0 && failed > times - pass
  const late = lost && failed > times - pass + 1
  return [
    lowestRate(passed, lost && passed > 1 ? judged - 1 : judged),
    enough || late ? highestRate(passed - 1, judged - 1) : highestRate(passed, judged),
  ]
}
