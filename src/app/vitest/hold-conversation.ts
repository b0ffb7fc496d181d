import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import type { BudgetAllowance } from '../../engine/verdict/budget/allowance.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { failing } from '../../report/failures/format-failure.ts'
import { describeOutcomeOn } from '../../report/text/describe-outcome.ts'
import type { JudgeExpectation } from '../../suite/language/expectations/judge-expectation.ts'
import { everyTurnOf, givenTurnsOf } from '../../suite/language/script/conversation.ts'
import { type Plan, planOfAttempt } from '../../suite/plan/plan.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { openJudges, type ProjectJudges } from '../judging/open-judges.ts'
import { type OwnChecks, openChecks } from '../suites/own-checks.ts'
import { errorAt, type PlacedError, textDiff } from './error-at.ts'
import { annotateEntries, annotateJudged, annotateTurn, fold, traceNote } from './notes.ts'
import { reviewConversation } from './review-conversation.ts'
import { allowanceOf, openQuestionStock } from './shared-budget.ts'
import type { OnLine, TestWork } from './suite-data.ts'
import { throwProblems } from './throw-problems.ts'
import { agentsOf, clientOf, functionsOf, promptsOf } from './worker-client.ts'

/** Fails with all findings at once; one not reached never passes. @throws AggregateError of what `explain` returns */
export async function holdConversation(scriptPlan: Plan, work: TestWork): Promise<void> {
  const { test, path, service, settings, cancel, signal } = work
  const { retryCount = 0, repeatCount = 0 } = test.task.result ?? {}
  const plan = planOfAttempt(scriptPlan, (retryCount + repeatCount) * (scriptPlan.repeat?.times ?? 1))
  const { reconcile, trace, prices } = settings
  const client = clientOf(service)
  const allowance = allowanceOf(work.budget, work.talks)
  const { judges, checks } = judgesOf(work.run, work.talks, allowance)
  const problems = plan.conversation.skip === undefined ? await checks.unloaded([plan]) : []
  if (problems.length > 0) throwProblems({ path, problems })
  const context: PerformContext & Required<Pick<PerformContext, 'allowance' | 'functions' | 'judges' | 'signal'>> = {
    ...{ client, reconcile, signal, prices, allowance, judges, checks },
    functions: reconcile ? await functionsOf(client) : new Map(),
    prompts: promptsOf(client, service),
    agents: agentsOf(client, service),
  }
  const raw = await performConversation(plan, context)
  const result = openConcealer(work.settings, {}).conversation(raw, plan)
  test.signal.throwIfAborted()
  if (cancel.aborted) test.skip('the run was interrupted')
  const { verdict, version, sessionId, cause } = result
  const expected = plan.conversation.expectedFail === undefined ? null : result.reason
  test.task.meta.tableread = {
    ...{ verdict, version, sessionId },
    ...(cause === undefined ? {} : { cause: cause.kind }),
    ...(expected === null ? {} : { expected }),
  }
  // The picture comes first: the UI shows notes in their order.
  const mismatches = verdict === 'unsafe' ? [] : await reviewConversation(plan, { performed: raw, result }, work)
  await noteTurns(result, work)
  if (result.verdict === 'skipped') test.skip(result.reason ?? undefined)
  if (result.verdict === 'unsafe') test.skip(`unsafe: ${result.reason}`)
  const note = trace ? traceNote(result, service.embedded !== null) : null
  if (note !== null) await test.annotate(note, 'trace')
  if (expected !== null) await test.annotate(expected, 'expected fail')
  for (const { message, hint } of result.warnings ?? []) await test.annotate(withHint(message, hint), 'warning')
  if (cause !== undefined) await test.annotate(`${cause.kind}: ${cause.why}`, 'cause')
  const errors = [...explain(result, path), ...mismatches]
  const by = cause === undefined ? '' : `, cause: ${cause.kind}`
  if (errors.length > 0) throw new AggregateError(errors, `${result.verdict}: ${result.name}${by}`)
}

/** Sends all notes before awaiting any: Vitest keeps their order, and awaiting each would cost a round trip. */
async function noteTurns(
  { history = [], turns, agent, outcomes, startedAt }: ConversationResult,
  { test, onLine }: TestWork,
): Promise<void> {
  const notes = turns.flatMap((turn) => {
    const on: OnLine = onLine(turn.index) ?? ((call) => call())
    return annotateTurn(turn, agent, startedAt).map(({ type, text }) => on(() => test.annotate(text, type)))
  })
  const pinned = annotateEntries(history, agent).map(({ text }) => test.annotate(text, 'history'))
  const whole = annotateJudged(outcomes, startedAt).map(({ type, text }) => test.annotate(text, type))
  await Promise.all([...pinned, ...notes, ...whole])
}

/** In ms: well above what all turns may take, so that a slow one is ended by its own limit, which names it. */
export function limitOf({ conversation, timeLimitMs, repeat }: Plan): number {
  const allTurns = [...givenTurnsOf(conversation), ...everyTurnOf(conversation)]
  const turns = allTurns.reduce((sum, turn) => sum + (turn.timeLimitMs ?? timeLimitMs), 0)
  const simulated = (conversation.simulatedUser?.patience ?? 0) * timeLimitMs
  return 3 * (turns + simulated + timeLimitMs) * (repeat?.times ?? 1) + 60_000
}

/** Vitest's state of a worker; `onCancel` is undocumented, so it may be missing. */
interface WorkerState {
  onCancel?: (listener: () => void) => void
}

let controller = new AbortController()

const worker = (globalThis as { __vitest_worker__?: WorkerState }).__vitest_worker__
worker?.onCancel?.(() => controller.abort())

/** A test's signal is not enough: Vitest 4.1 loses track of concurrent tests that start after one has ended. */
export function nextCancelSignal(): AbortSignal {
  controller = new AbortController()
  return controller.signal
}

/** One per finding, at its line; names are verdicts. Never empty for a conversation that did not pass. */
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
  const isTold = errors.length > 0 && (verdict !== 'errored' || errors.some(({ name }) => name === rest.name))
  return (isTold ? errors : [...errors, rest]).map((each) => errorAt({ ...each, message: fold(each.message), path }))
}

type Explanation = Omit<PlacedError, 'path'>

function explainTurn({ index, at, verdict, outcomes, failure }: TurnResult, on: string): Explanation[] {
  const label = `turn ${index + 1}`
  const name = verdict === 'not reached' ? 'Diverged' : 'Failed'
  const explanations = failing(outcomes).map((outcome) => explainOutcome(outcome, name, label, on))
  if (failure === null || verdict !== 'errored') return explanations
  return [...explanations, { name: 'Errored', message: describeFailure(failure), label, at }]
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

/** The settings that judges depend on. */
type JudgeFacts = Pick<RunSettled, 'judges' | 'folder' | 'redact' | 'prices' | 'checks'>

let last: { key: string; judges: ProjectJudges; checks: OwnChecks } | undefined

/** Of this worker, which opens each model once. All share a cache of answers and a count of questions. */
function judgesOf(
  settings: string,
  talks: string,
  allowance: BudgetAllowance,
): Required<Pick<PerformContext, 'judges'>> & { checks: OwnChecks } {
  const key = `${talks} ${settings}`
  if (last?.key !== key) {
    const facts = JSON.parse(settings) as JudgeFacts
    const projectJudges = openJudges(facts, allowance, { takeCall: openQuestionStock(facts.judges.maxCalls, talks) })
    last = { key, judges: projectJudges, checks: openChecks(facts, throwLate) }
  }
  return { judges: last.judges.judges, checks: last.checks }
}

/** Makes a run of Vitest fail with an error of its own, since the test that it belongs to may have passed. */
function throwLate(message: string): void {
  setImmediate(() => {
    throw new Error(message)
  })
}

/** The longest time that the criteria of a conversation may take, in milliseconds, one question after the other. */
export function judgingLimit({ conversation, everyTurn, repeat }: Plan, settings: string): number {
  const { judges } = JSON.parse(settings) as JudgeFacts
  const timeOf = (criteria: readonly JudgeExpectation[] = []): number =>
    criteria.reduce((sum, { votes = judges.votes, by = judges.by }) => sum + votes * Math.max(1, by.length), 0)
  const { turns, session, simulatedUser } = conversation
  const general = everyTurn.reduce((sum, { judge }) => sum + timeOf(judge), 0)
  const questions = turns.reduce((sum, { expect }) => sum + timeOf(expect?.judge) + general, timeOf(session?.judge))
  const messages = simulatedUser?.model === undefined ? 0 : 2 * simulatedUser.patience
  return (questions + messages) * judges.timeLimitMs * (repeat?.times ?? 1)
}
