import type { BisectOutcome } from './bisect-outcome.ts'
import { attemptsOf, rateOf, type VersionTally } from './tally.ts'
import { nameVersion } from './write-sentence.ts'

/** What speaks against a break that happened once and stayed: a version that passes after it, or fails before it. `versions` are in order. */
export function findContradictions(outcome: BisectOutcome, versions: readonly VersionTally[]): string[] {
  if (outcome.kind !== 'found') return []
  const at = versions.findIndex(({ version }) => version === outcome.first)
  const middle = (rateOf(versions.slice(0, at), 1) + rateOf(versions.slice(at), 1)) / 2
  return versions.flatMap((tally, index) => {
    const rate = tally.passed / attemptsOf(tally)
    const seen = `${nameVersion(tally.version)} (${tally.passed} of ${attemptsOf(tally)})`
    if (index > at && rate > middle)
      return [`${seen} passes after ${nameVersion(outcome.first)}: it broke more than once, or another way`]
    return index < at && rate < middle
      ? [`${seen} fails before ${nameVersion(outcome.first)}: it may have broken earlier too`]
      : []
  })
}
