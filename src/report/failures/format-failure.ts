import { count, firstLine } from '../../base/text/wording.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { addressOf, type ConversationResult, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import { describeSimulated } from '../../engine/verdict/describe-seeds.ts'
import { excerpt, formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { paintedText } from '../document/door.ts'
import type { At } from '../document/report-document.ts'
import { said, toned, verbatim, type Words } from '../document/words.ts'
import { describeRecovery, formatCurl } from '../text/describe-exchange.ts'
import { listAdvice } from '../text/describe-judgement.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import { formatTrace } from '../text/format-trace.ts'
import type { Paint } from '../text/paint.ts'
import { type FailureDetail, failuresAlone } from '../text/reporter.ts'
import { traceConversation } from '../text/trace-conversation.ts'
import { describeCause, toneVerdict } from './format-verdict.ts'

/** Each failure of a conversation at its line of the suite; in detail also its requests. `columns`: terminal width. */
export function formatFailure(
  result: ConversationResult,
  content: string | undefined,
  paint: Paint,
  detail: FailureDetail = failuresAlone,
  columns: number | null = null,
): string {
  const { name, version, verdict } = result
  const head = [toneVerdict(verdict), '  ', toned('strong', said(name)), ' ', toned('dim', ['[', said(version), ']'])]
  const trace = detail.trace && verdict !== 'broken' ? formatTrace(traceConversation(result), columns, paint) : []
  return [
    paintedText([head, '  ', toned('dim', said(addressOf(result)))], paint),
    ...failureLines(result, content, detail).map((line) => (line === '' ? '' : paintedText(['  ', line], paint))),
    ...(trace.length === 0 ? [] : ['', ...trace]),
  ].join('\n')
}

/** The same line by line, without its head and its trace; an empty line stands before each failure. */
export function failureLines(
  result: ConversationResult,
  content: string | undefined,
  detail: FailureDetail = failuresAlone,
): Words[] {
  const { verdict, reason, cause, problems, simulated, failure } = result
  const curls = curlLines(result, detail)
  const unreached = result.turns.filter((turn) => turn.verdict === 'not reached')
  const outcomes = verdict === 'broken' ? failing(result.outcomes) : findingsOf(result)
  const visible = new Set(detail.all ? outcomes : outcomes.slice(0, mostFindings))
  const restCount = outcomes.length - visible.size
  const dimmed = (words: Words): Words => toned('dim', words)
  return [
    ...(reason === null ? [] : [said(reason, 4_000)]),
    ...(cause === undefined
      ? []
      : [[dimmed('cause'), ' ', said(describeCause(cause, [reason, ...result.turns.map(headlineOfTurn)]), 4_000)]]),
    ...problems.flatMap((problem) => formatProblem(problem, content, { isConcealed: true }).split('\n').map(asIs)),
    ...(verdict === 'broken' ? [] : result.turns).flatMap((turn) => [
      ...turnLines(turn, visible, result, content),
      ...(curls.get(turn) ?? []),
    ]),
    ...result.outcomes.flatMap((outcome) =>
      visible.has(outcome) ? outcomeLines(outcome, describeWhole(outcome), result, content) : [],
    ),
    ...(restCount === 0
      ? []
      : ['', dimmed(`… ${count(restCount, 'more finding')} of this conversation: --all-failures`)]),
    ...(simulated === undefined ? [] : [dimmed(said(`simulated user: ${describeSimulated(simulated)}`))]),
    ...adviceLines(result),
    ...(failure === null ? [] : uncomparedLines(failure)),
    ...(unreached.length === 0 ? [] : [dimmed(`${listTurns(unreached)} not reached`)]),
  ]
}

/** The failure of a turn as a cause states it; null where it has none that is shown. */
function headlineOfTurn({ failure, index, verdict }: TurnResult): string | null {
  if (failure === null || verdict !== 'errored') return null
  return `turn ${index + 1}: ${firstLine(describeFailure(failure))}`
}

function uncomparedLines(failure: Failure): Words[] {
  const [first = '', ...rest] = describeFailure(failure).split('\n')
  return [[toned('dim', 'the stored session could not be compared'), ': ', asIs(first)], ...rest.map(asIs)]
}

const asIs = (line: string): Words => verbatim(line)

const describeWhole = ({ kind }: Outcome): string =>
  kind === 'judge' || kind === 'goal' ? 'the whole conversation' : 'the whole session'

/** Curl commands by turn. They are not wrapped or cut, so that they can be copied. */
function curlLines({ turns }: ConversationResult, { curl }: FailureDetail): Map<TurnResult, Words[]> {
  const lines = turns.flatMap((turn): [TurnResult, Words[]][] =>
    turn.sent === undefined
      ? []
      : [[turn, [['  ', toned('dim', verbatim(formatCurl(turn.sent), Number.POSITIVE_INFINITY))]]]],
  )
  return new Map(lines.slice(0, { none: 0, first: 1, all: lines.length }[curl]))
}

const mostFindings = 8

/** All outcomes of a conversation that a person has to look at, turn by turn; those of the whole session come last. */
export function findingsOf({ turns, outcomes }: Pick<ConversationResult, 'turns' | 'outcomes'>): Outcome[] {
  return [...turns.flatMap((turn) => failing(turn.outcomes)), ...failing(outcomes)]
}

/** Where a conversation stands, and where it first fails. */
export function placesOfFailure(result: ConversationResult): Record<'at' | 'failsAt', At> {
  const { file, at } = result
  return { at: { file, line: at.line, address: addressOf(result) }, failsAt: { file, ...placeOfFailure(result) } }
}

/** The script's line where a conversation first fails: a problem, finding or unanswered turn; else its own. */
export function placeOfFailure(result: ConversationResult): Place {
  return firstFailure(result)?.at ?? result.at
}

/** The first failure with its place, in one line; null if nothing failed at a place of the script. */
export function headlineOfFailure(result: ConversationResult): string | null {
  const first = firstFailure(result)
  return first === null ? null : firstLine(first.text())
}

function firstFailure(result: ConversationResult): { at: Place; text: () => string } | null {
  const { file, startedAt, verdict, problems, turns, outcomes } = result
  const [problem] = problems
  if (problem !== undefined)
    return { at: problem.at, text: () => formatProblem(problem, undefined, { isConcealed: true }) }
  if (verdict === 'passed' || verdict === 'skipped') return null
  const placed = (at: Place, text: () => string) => ({ at, text: () => `${addressAt(file, at)}: ${text()}` })
  const ofOutcome = (outcome: Outcome) => placed(outcome.at, () => describeOutcomeOn(outcome, startedAt))
  for (const { at, outcomes, failure, verdict } of turns) {
    const [first] = failing(outcomes)
    if (first !== undefined) return ofOutcome(first)
    if (failure !== null && verdict === 'errored') return placed(at, () => describeFailure(failure))
  }
  const [whole] = failing(outcomes)
  return whole === undefined ? null : ofOutcome(whole)
}

const addressAt = (file: string, { line, column }: Place): string => `${file}:${line}:${column}`

/** The outcomes that a person has to look at. */
export function failing(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'not judged')
}

/** The findings of judges without a licence, separate from the others, since they had no part in the verdict. */
function adviceLines(result: ConversationResult): Words[] {
  const advice = result.verdict === 'broken' ? [] : listAdvice(result)
  if (advice.length === 0) return []
  return [
    '',
    toned('dim', 'judges without a licence advise, which counts for nothing'),
    ...advice.flatMap(({ turn, outcome }) => {
      const [first = '', ...rest] = describeOutcomeOn(outcome, result.startedAt).split('\n')
      const where = turn === null ? 'the whole conversation' : `turn ${turn + 1}`
      return [asIs(`  ${where}  ${first}`), ...rest.map((line) => toned('dim', asIs(`  ${line}`)))]
    }),
  ]
}

function turnLines(
  turn: TurnResult,
  visible: ReadonlySet<Outcome>,
  result: ConversationResult,
  content: string | undefined,
): Words[] {
  const { at, failure, index, outcomes, recovered, step, template, user, verdict } = turn
  const from =
    template === undefined
      ? []
      : [
          `  (template "`,
          said(template.name, 60),
          `" at `,
          said(template.written, 200),
          ', used at ',
          said(template.used, 200),
          ')',
        ]
  const who = [
    `turn ${index + 1}  `,
    user === null ? (step ?? 'the agent opens') : ['user: ', said(user.replace(/\s+/g, ' '), 72)],
    ...from,
  ]
  const again =
    recovered === undefined ? [] : ['', toned('dim', who), ['  ', toned('dim', describeRecovery(recovered))]]
  const lines = outcomes.flatMap((outcome) => (visible.has(outcome) ? outcomeLines(outcome, who, result, content) : []))
  if (failure === null || verdict !== 'errored') return [...again, ...lines]
  return [...again, ...lines, ...placedLines(describeFailure(failure), at, who, result.file, content)]
}

function outcomeLines(
  outcome: Outcome,
  who: Words,
  { file, startedAt }: ConversationResult,
  content: string | undefined,
): Words[] {
  return placedLines(describeOutcomeOn(outcome, startedAt), outcome.at, who, file, content)
}

function placedLines(text: string, at: Place, who: Words, file: string, content: string | undefined): Words[] {
  const [first = '', ...rest] = text.split('\n')
  const lines = content === undefined ? [] : excerpt(content, at).split('\n')
  return [
    '',
    toned('dim', who),
    [said(addressAt(file, at), 4_000), ': ', toned('bad', asIs(first))],
    ...lines.map((line) => toned('dim', asIs(line))),
    ...rest.map((line) => (line.trimStart() === line ? ['  ', asIs(line)] : asIs(line))),
  ]
}

function listTurns(turns: readonly TurnResult[]): string {
  const [first, last] = [turns[0]?.index ?? 0, turns.at(-1)?.index ?? 0]
  return first === last ? `turn ${first + 1}` : `turns ${first + 1} to ${last + 1}`
}
