import type { Outcome } from '../../engine/expect/outcome.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Note } from '../../pages/report/report-document.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { describeOutcome } from '../text/describe-outcome.ts'
import { describeRecovery } from '../text/describe-recovery.ts'
import { formatCurl } from '../text/format-curl.ts'
import { noteOutcome } from '../text/note-outcome.ts'

/** Everything that was found about a conversation, in words, turn by turn; what is about the session comes last. */
export function makeNotes({ turns, outcomes, failure, problems }: ConversationResult): Note[] {
  return [
    ...problems.map(({ at, message, code, hint }): Note => {
      const text = [`${message} [${code}]`, ...(hint === undefined ? [] : [`  ${hint}`])].join('\n')
      return { turn: null, at: `${at.line}:${at.column}`, tone: 'broken', text }
    }),
    ...turns.flatMap(({ index, at, outcomes: found, failure: why, recovered, sent }) => [
      ...(recovered === undefined ? [] : [note(index, null, 'reference', describeRecovery(recovered))]),
      ...found.flatMap((outcome) => noteOf(outcome, index)),
      ...(why === null || found.some(({ kind }) => kind === 'error')
        ? []
        : [
            note(index, `${at.line}:${at.column}`, why.kind === 'blocked' ? 'unsafe' : 'errored', describeFailure(why)),
          ]),
      ...(sent === undefined ? [] : [note(index, null, 'reference', `send it again\n  ${formatCurl(sent)}`)]),
    ]),
    ...outcomes.flatMap((outcome) => noteOf(outcome, null)),
    ...(failure === null
      ? []
      : [note(null, null, 'errored', `the stored session could not be compared\n  ${describeFailure(failure)}`)]),
  ]
}

const note = (turn: number | null, at: string | null, tone: Note['tone'], text: string): Note => ({
  turn,
  at,
  tone,
  text,
})

function noteOf(outcome: Outcome, turn: number | null): Note[] {
  const { at, verdict } = outcome
  const text =
    verdict === 'passed' || verdict === 'reference'
      ? noteOutcome(outcome)?.replace(/^passed /, '')
      : describeOutcome(outcome)
  return text === undefined ? [] : [note(turn, `${at.line}:${at.column}`, verdict, text)]
}
