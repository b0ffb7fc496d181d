import { cutText } from '../../base/privacy/cut.ts'
import { count, firstLine } from '../../base/wording.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import { addressOf, type ConversationResult, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import { describeSimulated } from '../../engine/verdict/describe-seeds.ts'
import { excerpt, formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { describeRecovery, formatCurl } from './describe-exchange.ts'
import { listAdvice } from './describe-judgement.ts'
import { describeOutcomeOn } from './describe-outcome.ts'
import { formatTrace } from './format-trace.ts'
import { describeCause, formatVerdict } from './format-verdict.ts'
import { cleanLine } from './line.ts'
import type { Paint } from './paint.ts'
import { type FailureDetail, failuresAlone } from './reporter.ts'
import { traceConversation } from './trace-conversation.ts'

/**
 * Everything a person needs about a conversation that did not pass: each failure at its line of the suite, with an
 * excerpt; in more detail also how to repeat its requests and what happened. `columns` is the terminal's width.
 */
export function formatFailure(
  result: ConversationResult,
  content: string | undefined,
  paint: Paint,
  detail: FailureDetail = failuresAlone,
  columns: number | null = null,
): string {
  const { name, version, verdict, reason, cause } = result
  const curls = curlLines(result, detail, paint)
  const unreached = result.turns.filter((turn) => turn.verdict === 'not reached')
  const found = verdict === 'broken' ? failing(result.outcomes) : findingsOf(result)
  const told = new Set(detail.all ? found : found.slice(0, mostFindings))
  const left = found.length - told.size
  return [
    `${formatVerdict(verdict, paint)}  ${paint.strong(cleanLine(name))} ${paint.dim(`[${version}]`)}  ${paint.dim(`${cleanLine(addressOf(result))}`)}`,
    ...(reason === null ? [] : [`  ${cleanLine(reason)}`]),
    ...(cause === undefined ? [] : [`  ${paint.dim('cause')} ${describeCause(cause, reason)}`]),
    ...result.problems.map((problem) => indent(formatProblem(problem, content, { isConcealed: true }), '  ')),
    ...(verdict === 'broken' ? [] : result.turns).flatMap((turn) => [
      ...formatTurn(turn, told, result, content, paint),
      ...(curls.get(turn) ?? []),
    ]),
    ...result.outcomes.flatMap((outcome) =>
      !told.has(outcome)
        ? []
        : formatOutcome(
            outcome,
            outcome.kind === 'judge' || outcome.kind === 'goal' ? 'the whole conversation' : 'the whole session',
            result,
            content,
            paint,
          ),
    ),
    ...(left === 0
      ? []
      : ['', `  ${paint.dim(`… ${count(left, 'more finding')} of this conversation: --all-failures`)}`]),
    ...(result.simulated === undefined
      ? []
      : [`  ${paint.dim(`simulated user: ${cleanLine(describeSimulated(result.simulated))}`)}`]),
    ...formatAdvice(result, paint),
    ...(result.failure === null
      ? []
      : [`  ${paint.dim('the stored session could not be compared')}: ${describeFailure(result.failure)}`]),
    ...(unreached.length === 0 ? [] : [`  ${paint.dim(`${listTurns(unreached)} not reached`)}`]),
    ...(detail.trace && verdict !== 'broken' ? ['', ...formatTrace(traceConversation(result), columns, paint)] : []),
  ].join('\n')
}

/** Curl commands by turn. They are not wrapped, so that they can be copied. */
function curlLines({ turns }: ConversationResult, { curl }: FailureDetail, paint: Paint): Map<TurnResult, string[]> {
  const lines = turns.flatMap((turn): [TurnResult, string[]][] =>
    turn.sent === undefined ? [] : [[turn, [`    ${paint.dim(formatCurl(turn.sent))}`]]],
  )
  return new Map(lines.slice(0, { none: 0, first: 1, all: lines.length }[curl]))
}

/** How many findings of one conversation to show if not all. */
const mostFindings = 8

/** All outcomes of a conversation that a person has to look at, turn by turn; those of the whole session come last. */
export function findingsOf({ turns, outcomes }: Pick<ConversationResult, 'turns' | 'outcomes'>): Outcome[] {
  return [...turns.flatMap((turn) => failing(turn.outcomes)), ...failing(outcomes)]
}

/**
 * The line of the script where a conversation first fails, as its report begins: that of a problem, of a
 * finding or of an unanswered turn. If there is none, the conversation's own.
 */
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
function formatAdvice(result: ConversationResult, paint: Paint): string[] {
  const advice = result.verdict === 'broken' ? [] : listAdvice(result)
  if (advice.length === 0) return []
  return [
    '',
    `  ${paint.dim('judges without a licence advise, which counts for nothing')}`,
    ...advice.flatMap(({ turn, outcome }) => {
      const [first = '', ...rest] = describeOutcomeOn(outcome, result.startedAt).split('\n')
      const where = turn === null ? 'the whole conversation' : `turn ${turn + 1}`
      return [`    ${where}  ${first}`, ...rest.map((line) => `  ${paint.dim(`  ${line}`)}`)]
    }),
  ]
}

function formatTurn(
  turn: TurnResult,
  told: ReadonlySet<Outcome>,
  result: ConversationResult,
  content: string | undefined,
  paint: Paint,
): string[] {
  const who = `turn ${turn.index + 1}  ${turn.user === null ? (turn.step ?? 'the agent opens') : `user: ${cutText(turn.user.replace(/\s+/g, ' '), 72)}`}`
  const recovered =
    turn.recovered === undefined
      ? []
      : ['', `  ${paint.dim(who)}`, `    ${paint.dim(describeRecovery(turn.recovered))}`]
  const { file } = result
  const lines = turn.outcomes.flatMap((outcome) =>
    told.has(outcome) ? formatOutcome(outcome, who, result, content, paint) : [],
  )
  if (turn.failure === null || turn.verdict !== 'errored') return [...recovered, ...lines]
  return [...recovered, ...lines, ...placed(describeFailure(turn.failure), turn.at, who, file, content, paint)]
}

function formatOutcome(
  outcome: Outcome,
  who: string,
  { file, startedAt }: ConversationResult,
  content: string | undefined,
  paint: Paint,
): string[] {
  return placed(describeOutcomeOn(outcome, startedAt), outcome.at, who, file, content, paint)
}

function placed(
  text: string,
  at: Place,
  who: string,
  file: string,
  content: string | undefined,
  paint: Paint,
): string[] {
  const [first = '', ...rest] = text.split('\n')
  return [
    '',
    `  ${paint.dim(who)}`,
    `  ${addressAt(file, at)}: ${paint.bad(first)}`,
    ...(content === undefined ? [] : [paint.dim(indent(excerpt(content, at), '  '))]),
    ...rest.map((line) => `    ${line.trimStart() === line ? line : line.slice(2)}`),
  ]
}

function listTurns(turns: readonly TurnResult[]): string {
  const [first, last] = [turns[0]?.index ?? 0, turns.at(-1)?.index ?? 0]
  return first === last ? `turn ${first + 1}` : `turns ${first + 1} to ${last + 1}`
}

function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by)
}
