import { groupBy } from '../../base/group-by.ts'
import type { TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { cleanLine } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import { describeSurvivor } from './format-suggestion.ts'

/** Survivors for which no expectation was found. */
export function formatUncaught({ survivors, suggestions }: TeethResult, paint: Paint): string[] {
  const caught = new Set(suggestions.flatMap(({ catches }) => catches))
  const left = survivors.filter(({ accepted }, number) => accepted === null && !caught.has(number))
  if (left.length === 0) return []
  return [
    [
      paint.strong('no expectation was found for'),
      ...left.slice(0, 20).map((each) => ` ${describeSurvivor(each, true)}`),
      ...(left.length > 20 ? [paint.dim(` and ${left.length - 20} more`)] : []),
    ].join('\n'),
  ]
}

/** What may live, by reason. */
export function formatAccepted({ survivors }: TeethResult, paint: Paint): string[] {
  const accepted = survivors.filter((each) => each.accepted !== null)
  if (accepted.length === 0) return []
  const reasons = groupBy(accepted, ({ kind, accepted }) => `${kind} ${accepted}`)
  return [
    [
      paint.strong('accepted'),
      ...reasons.map((group) => ` ${group.length} ${group[0].kind}: ${cleanLine(group[0].accepted ?? '')}`),
    ].join('\n'),
  ]
}
