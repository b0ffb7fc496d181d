import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type PerformContext, performConversation } from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { openConcealer } from '../project/open-concealer.ts'
import { explain } from './explain.ts'
import { noteJudged, noteTurn, traceNote } from './notes.ts'
import { reviewConversation } from './review-conversation.ts'
import { allowanceOf } from './shared-budget.ts'
import type { OnLine, TestWork } from './suite-data.ts'
import { clientOf, functionsOf, promptsOf } from './worker-client.ts'
import { judgesOf } from './worker-judges.ts'

/**
 * The body of a test: runs the conversation, notes each turn on its line, and fails with all findings at once. A
 * conversation that was not reached fails or is skipped, and never passes.
 * @throws AggregateError of the errors that `explain` gives
 */
export async function holdConversation(plan: Plan, work: TestWork): Promise<void> {
  const { test, path, service, settings, cancel, signal } = work
  const { reconcile, trace, prices } = settings
  const client = clientOf(service)
  const allowance = allowanceOf(work.budget, work.talks)
  const context: PerformContext & Required<Pick<PerformContext, 'allowance' | 'functions' | 'judges' | 'signal'>> = {
    ...{ client, reconcile, signal, prices, allowance, judges: judgesOf(work.run, work.talks, allowance) },
    functions: reconcile ? await functionsOf(client) : new Map(),
    prompts: promptsOf(client, service),
  }
  const came = await performConversation(plan, context)
  const result = openConcealer(work.settings, {}).conversation(came, plan)
  test.signal.throwIfAborted()
  if (cancel.aborted) test.skip('the run was interrupted')
  const { verdict, version, sessionId, cause } = result
  const expected = plan.conversation.expectedFail === undefined ? null : result.reason
  test.task.meta.tableread = {
    ...{ verdict, version, sessionId },
    ...(cause === undefined ? {} : { cause: cause.kind }),
    ...(expected === null ? {} : { expected }),
  }
  await noteTurns(result, work)
  if (result.verdict === 'skipped') test.skip(result.reason ?? undefined)
  if (result.verdict === 'unsafe') test.skip(`unsafe: ${result.reason}`)
  const note = trace ? traceNote(result) : null
  if (note !== null) await test.annotate(note, 'trace')
  if (expected !== null) await test.annotate(expected, 'expected fail')
  if (cause !== undefined) await test.annotate(`${cause.kind}: ${cause.why}`, 'cause')
  const errors = [...explain(result, path), ...(await reviewConversation(plan, { came, result }, work))]
  const by = cause === undefined ? '' : `, cause: ${cause.kind}`
  if (errors.length > 0) throw new AggregateError(errors, `${result.verdict}: ${result.name}${by}`)
}

/** Sends all notes before awaiting any: Vitest keeps their order, and awaiting each would cost a round trip. */
async function noteTurns(
  { turns, agent, outcomes, startedAt }: ConversationResult,
  { test, onLine }: TestWork,
): Promise<void> {
  const notes = turns.flatMap((turn) => {
    const on: OnLine = onLine(turn.index) ?? ((call) => call())
    return noteTurn(turn, agent, startedAt).map(({ type, text }) => on(() => test.annotate(text, type)))
  })
  const whole = noteJudged(outcomes, startedAt).map(({ type, text }) => test.annotate(text, type))
  await Promise.all([...notes, ...whole])
}

/**
 * Vitest's time limit for a conversation, in milliseconds: well above what all its turns may take and wait for, so that
 * a slow turn is always ended by its own limit, which names it.
 */
export function limitOf({ conversation, timeLimitMs, repeat }: Plan): number {
  const turns = conversation.turns.reduce((sum, turn) => sum + (turn.timeLimitMs ?? timeLimitMs), 0)
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

/**
 * A signal for the suite that starts now, aborted when the run is cancelled; a worker runs one suite at a time. The
 * signal of a test is not enough: once one of several concurrent tests has ended, Vitest 4.1 loses track of those that
 * started after it and does not abort them.
 */
export function nextCancelSignal(): AbortSignal {
  controller = new AbortController()
  return controller.signal
}
