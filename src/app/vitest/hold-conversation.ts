import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { performConversation } from '../../engine/verdict/perform-conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { openConcealer } from '../project/open-concealer.ts'
import { explain } from './explain.ts'
import { reviewConversation } from './review-conversation.ts'
import type { OnLine, TestWork } from './test-work.ts'
import { traceNote } from './trace-note.ts'
import { noteTurn } from './turn-notes.ts'
import { clientOf } from './worker-client.ts'

/**
 * The body of a test: holds the conversation, notes each turn on its line, and fails with every finding at once.
 * A conversation that was not reached fails or is skipped, and never passes.
 * @throws AggregateError of the errors that `explain` gives
 */
export async function holdConversation(plan: Plan, work: TestWork): Promise<void> {
  const { test, path, service, settings, cancel, signal } = work
  const { reconcile, trace } = settings
  const came = await performConversation(plan, { client: clientOf(service), reconcile, signal })
  const result = openConcealer(work.settings, {}).conversation(came, plan)
  test.signal.throwIfAborted()
  if (cancel.aborted) test.skip('the run was interrupted')
  test.task.meta.tableread = { verdict: result.verdict, version: result.version, sessionId: result.sessionId }
  await noteTurns(result, work)
  if (result.verdict === 'skipped') test.skip(result.reason ?? undefined)
  if (result.verdict === 'unsafe') test.skip(`unsafe: ${result.reason}`)
  const note = trace ? traceNote(result) : null
  if (note !== null) await test.annotate(note, 'trace')
  const errors = [...explain(result, path), ...(await reviewConversation(plan, { came, result }, work))]
  if (errors.length > 0) throw new AggregateError(errors, `${result.verdict}: ${result.name}`)
}

/** All notes are sent before one is awaited: Vitest keeps their order, and each would cost a round trip. */
async function noteTurns({ turns, agent }: ConversationResult, { test, onLine }: TestWork): Promise<void> {
  const notes = turns.flatMap((turn) => {
    const on: OnLine = onLine(turn.index) ?? ((call) => call())
    return noteTurn(turn, agent).map(({ type, text }) => on(() => test.annotate(text, type)))
  })
  await Promise.all(notes)
}
