import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { ReportNote } from '../../pages/report/report-document.ts'
import { excerpt } from '../../suite/yaml/format-problem.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { describeRecovery, formatCurl } from '../text/describe-exchange.ts'
import { quotationsOf } from '../text/describe-judgement.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import type { TextOf } from '../text/reporter.ts'
import { summariseOutcome } from '../text/summarise-outcome.ts'

/** All findings about a conversation, by turn, the session's last; with the suite's line if `textOf` knows it. */
export function makeNotes(
  { file, turns, outcomes, failure, problems, startedAt }: ConversationResult,
  textOf: TextOf = () => undefined,
): ReportNote[] {
  const noteAt = (turn: number | null, at: Place | null, tone: ReportNote['tone'], text: string): ReportNote => {
    const content = at === null || !toLookAt.has(tone) ? undefined : textOf(file)
    const where = at === null ? null : `${at.line}:${at.column}`
    const excerptMember = content === undefined || at === null ? {} : { excerpt: excerpt(content, at) }
    return { turn, at: where, tone, text, ...excerptMember }
  }
  const noteOf = (outcome: Outcome, turn: number | null): ReportNote[] => {
    const { at, verdict } = outcome
    if (outcome.kind === 'judge') {
      const quotes = quotationsOf(outcome.judgement)
      return [{ ...noteAt(turn, at, verdict, describeOutcomeOn(outcome, startedAt)), quotes }]
    }
    const text =
      verdict === 'passed' || verdict === 'reference'
        ? summariseOutcome(outcome, '')
        : describeOutcomeOn(outcome, startedAt)
    return text === null ? [] : [noteAt(turn, at, verdict, text)]
  }
  return [
    ...problems.map(({ at, message, code, hint }): ReportNote => {
      const text = [`${message} [${code}]`, ...(hint === undefined ? [] : [`  ${hint}`])].join('\n')
      return noteAt(null, at, 'broken', text)
    }),
    ...turns.flatMap(({ index, at, outcomes: turnOutcomes, failure: why, recovered, sent }) => [
      ...(recovered === undefined ? [] : [noteAt(index, null, 'reference', describeRecovery(recovered))]),
      ...turnOutcomes.flatMap((outcome) => noteOf(outcome, index)),
      ...(why === null || turnOutcomes.some(({ kind }) => kind === 'error')
        ? []
        : [noteAt(index, at, why.kind === 'blocked' ? 'unsafe' : 'errored', describeFailure(why))]),
      ...(sent === undefined ? [] : [noteAt(index, null, 'reference', `send it again\n  ${formatCurl(sent)}`)]),
    ]),
    ...outcomes.flatMap((outcome) => noteOf(outcome, null)),
    ...(failure === null
      ? []
      : [noteAt(null, null, 'errored', `the stored session could not be compared\n  ${describeFailure(failure)}`)]),
  ]
}

/** The findings that get an excerpt of the suite. */
const toLookAt: ReadonlySet<ReportNote['tone']> = new Set(['failed', 'errored', 'unsafe', 'broken', 'not judged'])
