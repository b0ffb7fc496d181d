import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import type { Suggestion, Survivor, TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { formatTime } from '../text/figures.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { describeKinds, formatKinds, formatSuites } from './format-scores.ts'

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
    ...(result.suites.length === 0
      ? []
      : [formatSuites(result, paint), formatKinds(result, paint), describeKinds(result)]),
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
    ...formatUnjudged(result, paint),
    ...formatAccepted(result, paint),
    ...obsolete.map(({ line, text }) => paint.warn(`line ${line} of the accepted mutants excuses nothing: ${text}`)),
    paint.dim(
      `${count(tried, 'worse agent')} in ${count(conversations.length - unscored.length, 'conversation')} in ${formatTime(ms)}`,
    ),
  ].join('\n\n')
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

/** Mutants that only a judge could notice, and that it did not judge: they are not counted. */
function formatUnjudged({ unjudged = [] }: TeethResult, paint: Paint): string[] {
  if (unjudged.length === 0) return []
  return [
    [
      paint.strong('not judged, apart from the score'),
      ...unjudged.slice(0, 20).map((each) => {
        const who = each.turn === null ? 'the conversation' : `turn ${each.turn}`
        return paint.warn(` ${cleanLine(`${each.file}:${each.line} ${who}: ${each.what}: ${each.why}`)}`)
      }),
      ...(unjudged.length > 20 ? [paint.dim(` and ${unjudged.length - 20} more`)] : []),
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

/** The largest number of mutants named under one suggestion. */
const named = 3

/** A suggestion: where it goes, what to write, and what goes unnoticed without it. */
function formatSuggestion(suggestion: Suggestion, survivors: readonly Survivor[], paint: Paint): string {
  const { turn, yaml, catches } = suggestion
  const caught = catches.flatMap((number) => survivors[number] ?? [])
  const rest = caught.length - named
  return [
    `${cleanLine(namePlace(suggestion))}  ${paint.dim(nameCatch(suggestion))}`,
    ...yaml.split('\n').map((each) => `    ${paint.good(each)}`),
    ...caught.slice(0, named).map((survivor) => `  ${describeSurvivor(survivor, turn === null)}`),
    ...(rest > 0 ? [paint.dim(`  and ${rest} more`)] : []),
  ].join('\n')
}

/** "turn 2 still passes when lookup_order is not called". */
export function describeSurvivor({ turn, line, file, what, advice }: Survivor, placed: boolean): string {
  const who = turn === null ? 'the conversation' : `turn ${turn}`
  return cleanLine(
    `${placed ? `${file}:${line} ` : ''}${who} still passes when ${what}${advice === undefined ? '' : ` (a judge without a licence advises: ${advice})`}`,
  )
}

/** How many mutants the suggestion catches; for a judge that is a guess, since none was asked. */
export function nameCatch({ catches, judged }: Suggestion): string {
  return judged === true ? `a judge might catch ${catches.length}` : `catches ${catches.length}`
}

/** Where a suggestion goes: "suites/a.yaml:12  tracks an order, turn 2, under expect". */
export function namePlace({ under, file, line, suite, conversation, turn }: Suggestion): string {
  if (conversation === null) return `${file}  under every turn of ${suite}`
  if (under === 'every turn') return `${file}:${line}  ${conversation}, under every turn`
  return `${file}:${line}  ${conversation}${turn === null ? '' : `, turn ${turn}, under expect`}`
}
