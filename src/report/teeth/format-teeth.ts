import { groupBy } from '../../base/group-by.ts'
import type { TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { addressOf } from '../../engine/verdict/address-of.ts'
import { cleanLine } from '../text/clean-line.ts'
import { formatTime } from '../text/format-time.ts'
import type { Paint } from '../text/paint.ts'
import { formatKinds, formatSuites } from './format-scores.ts'
import { describeSurvivor, formatSuggestion } from './format-suggestion.ts'

/**
 * The result for a terminal: scores, the mutants that survived and up to `limit` suggestions that would have caught
 * them.
 */
export function formatTeeth(result: TeethResult, paint: Paint, limit: number): string {
  const { suggestions, survivors, conversations, total, obsolete, ms } = result
  const unscored = conversations.filter(({ unscored }) => unscored !== null)
  const shown = suggestions.slice(0, limit)
  const more = suggestions.length - shown.length
  const tried = total.caught + total.survived + total.accepted
  return [
    ...(result.suites.length === 0 ? [] : [formatSuites(result, paint), formatKinds(result, paint)]),
    ...(unscored.length === 0
      ? []
      : [
          [
            paint.strong('not measured'),
            ...unscored.map((each) =>
              paint.warn(` ${addressOf(each)}  ${each.name} [${each.version}]: ${each.unscored?.reason}`),
            ),
          ].join('\n'),
        ]),
    ...(shown.length === 0 ? [] : [paint.strong('what would catch them')]),
    ...shown.map((each) => formatSuggestion(each, survivors, paint)),
    ...(more > 0 ? [paint.dim(`${count(more, 'more suggestion')}: --limit ${suggestions.length} shows all`)] : []),
    ...formatUncaught(result, paint),
    ...formatAccepted(result, paint),
    ...obsolete.map(({ line, text }) => paint.warn(`line ${line} of the accepted mutants excuses nothing: ${text}`)),
    paint.dim(
      `${count(tried, 'worse agent')} in ${count(conversations.length - unscored.length, 'conversation')} in ${formatTime(ms)}`,
    ),
  ].join('\n\n')
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}

/** Survivors that no suggested expectation catches. */
function formatUncaught({ survivors, suggestions }: TeethResult, paint: Paint): string[] {
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

/** Mutants that were accepted, by reason. */
function formatAccepted({ survivors }: TeethResult, paint: Paint): string[] {
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
