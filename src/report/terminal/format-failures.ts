import { unique } from '../../base/group-by.ts'
import { count, listSome } from '../../base/text/wording.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { runAgainCommands, type StartedWith } from '../../engine/verdict/run-again.ts'
import { paintedText, plainText } from '../document/door.ts'
import { placeBeside } from '../document/report-document.ts'
import { said, toned, verbatim, type Words } from '../document/words.ts'
import { findingsOf, formatFailure, placesOfFailure } from '../failures/format-failure.ts'
import { groupFailures } from '../failures/group-failures.ts'
import type { Paint } from '../text/paint.ts'
import type { FailureDetail, ReportContext } from '../text/reporter.ts'

/** How many causes to show in full, how many places beside each, and how many conversations at the end. */
const [mostGroups, mostBeside, mostPlaces] = [10, 6, 100]

/** Besides results: the texts of suites, how much detail, and the terminal's width. */
interface Telling extends Pick<ReportContext, 'textOf'> {
  wholeOf: ReportContext['wholeOf']
  detail: FailureDetail
  columns: number | null
}

/** What did not pass, a block each with `detail`; else one for each cause with its number, most frequent first. */
export function* formatFailures(
  results: readonly ConversationResult[],
  { textOf, detail, columns, wholeOf = (result) => result }: Telling,
  paint: Paint,
): Generator<string> {
  const tell = (result: ConversationResult): string =>
    formatFailure(wholeOf(result), textOf(result.file), paint, detail, columns)
  if (detail.all) {
    for (const result of results) yield tell(result)
    return
  }
  const groups = groupFailures(results)
  for (const group of groups.slice(0, mostGroups)) {
    const [first, ...others] = group.members
    if (others.length === 0) yield tell(first)
    else {
      const [heading, ...more] = [
        toned('strong', [
          `${count(group.members.length, 'conversation')}${countChecks(group.members)}: `,
          said(group.why, 160),
        ]),
        ...othersLines(first, others),
      ].map((line) => paintedText(line, paint))
      yield [heading, tell(first), ...more].join('\n')
    }
  }
  const rest = groups.slice(mostGroups)
  const restCount = rest.reduce((sum, { members }) => sum + members.length, 0)
  if (restCount > 0)
    yield paint.warn(
      ` … and ${count(rest.length, 'more cause')} in ${count(restCount, 'conversation')}: --all-failures`,
    )
}

/** Says that checks at several lines of suites broke, where one message is all that they have in common. */
function countChecks(results: readonly ConversationResult[]): string {
  const places = unique(results.map((each) => placesOfFailure(each).failsAt).map(({ file, line }) => `${file}:${line}`))
  const isChecked = results.every((each) => findingsOf(each).length > 0)
  return isChecked && places.length > 1 ? `, ${count(places.length, 'check')}` : ''
}

/** Where else the same went wrong, and whether those conversations have further failures. */
function othersLines(first: ConversationResult, others: readonly ConversationResult[]): Words[] {
  const own = placesOfFailure(first)
  const places = unique(others.map((each) => plainText(placeBeside(placesOfFailure(each), own)))).filter(
    (place) => place !== own.at.address,
  )
  const least = findingsOf(first).length
  const worse = others.filter((each) => findingsOf(each).length > least).length
  return [
    ...(places.length === 0
      ? []
      : ['', ['  ', toned('dim', ['the same in  ', verbatim(listSome(places, mostBeside, '  '))])]]),
    ...(worse === 0
      ? []
      : [toned('dim', `  ${worse} of them ${worse === 1 ? 'has' : 'have'} more findings: --all-failures`)]),
  ]
}

/** The commands that run again what did not pass, and nothing else; none if the only one was shown just above. */
export function listCommands(
  results: readonly ConversationResult[],
  started: StartedWith,
  { all }: Pick<FailureDetail, 'all'>,
): Words[] {
  if (results.length < 2) return []
  const some = all ? results : results.slice(0, mostPlaces)
  const more = results.length - some.length
  return [
    [' ', toned('bad', `${count(results.length, 'conversation')} did not pass`), toned('dim', ', to run again:')],
    ...runAgainCommands(some, started).map((command): Words => [' ', verbatim(command)]),
    ...(more === 0 ? [] : [toned('dim', ` and ${more} more: --all-failures`)]),
  ]
}
