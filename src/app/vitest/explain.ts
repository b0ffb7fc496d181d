import type { Outcome } from '../../engine/expect/outcome.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { describeOutcomeOn } from '../../report/text/describe-outcome.ts'
import { failing } from '../../report/text/format-failure.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { errorAt, textDiff } from './error-at.ts'
import { fold } from './notes.ts'

/**
 * Why a conversation did not pass: one error for each finding, on its own line of the suite. The names distinguish
 * verdicts: *Failed* (the agent), *Errored* (could not be judged), *Broken* (the script), *Diverged*, *Not reached*.
 * Never empty for a conversation that did not pass.
 */
export function explain(result: ConversationResult, path: string): Error[] {
  const { verdict, problems, turns, outcomes, failure, reason, at, startedAt } = result
  if (['passed', 'expected fail', 'skipped', 'unsafe'].includes(verdict)) return []
  const errors = [
    ...problems.map(({ message, hint, at }) => ({
      name: 'Broken',
      message: withHint(message, hint),
      label: 'suite',
      at,
    })),
    ...turns.flatMap((turn) => explainTurn(turn, startedAt)),
    ...failing(outcomes).map((outcome) =>
      explainOutcome(outcome, 'Failed', outcome.kind === 'judge' ? 'conversation' : 'session', startedAt),
    ),
    ...(failure === null ? [] : [{ name: 'Errored', message: unreconciled(failure), label: 'session', at }]),
  ]
  const rest = { name: capital(verdict), message: reason ?? 'no turn says why', label: 'conversation', at }
  return (errors.length > 0 ? errors : [rest]).map((each) => errorAt({ ...each, message: fold(each.message), path }))
}

interface Explanation {
  name: string
  message: string
  label: string
  at: Place
  diff?: { expected: string; actual: string } | null
}

function explainTurn({ index, at, verdict, outcomes, failure }: TurnResult, on: string): Explanation[] {
  const label = `turn ${index + 1}`
  const name = verdict === 'not reached' ? 'Diverged' : 'Failed'
  const found = failing(outcomes).map((outcome) => explainOutcome(outcome, name, label, on))
  if (failure === null || verdict !== 'errored') return found
  return [...found, { name: 'Errored', message: describeFailure(failure), label, at }]
}

function explainOutcome(outcome: Outcome, failed: string, label: string, on: string): Explanation {
  const name = outcome.verdict === 'not judged' ? 'Errored' : failed
  return { name, message: describeOutcomeOn(outcome, on), label, at: outcome.at, diff: textDiff(outcome) }
}

function unreconciled(failure: NonNullable<ConversationResult['failure']>): string {
  return `the stored session could not be compared: ${describeFailure(failure)}`
}

function withHint(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}\n  ${hint}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
