import { describeBreakdown } from '../../base/describe-breakdown.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Outcome } from './outcome.ts'

/**
 * What judging gives; or, where that fails, that this one part could not be judged. What somebody else sends may be too
 * large or too deep for a pattern, a schema or our own code, and must never take the rest of a run with it.
 */
export function tellUnjudged(subject: string, at: Place, judge: () => Outcome[]): Outcome[] {
  try {
    return judge()
  } catch (error) {
    return [{ kind: 'value', verdict: 'not judged', at, subject, reason: describeBreakdown(error) }]
  }
}
