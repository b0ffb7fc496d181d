import type { TestContext } from 'vitest'
import type { ConversationResult } from '../results/conversation-result.ts'
import { performConversation } from '../results/perform-conversation.ts'
import type { Plan } from '../runner/plan.ts'
import { explain } from './explain.ts'
import type { ServiceAddress } from './service-address.ts'
import { noteTurn } from './turn-notes.ts'
import { clientOf } from './worker-client.ts'

/** Calls a function from a line of the suite, so that Vitest finds that line on the stack. */
export type OnLine = <T>(call: () => T) => T

/** What one test works with. */
export interface TestWork {
  test: TestContext
  path: string
  onLine: (turn: number) => OnLine | undefined
  service: ServiceAddress
  reconcile: boolean
  /** Aborted when the whole run is cancelled. */
  cancel: AbortSignal
}

/**
 * The body of a test: holds the conversation, notes each turn on its line, and fails with every finding at once.
 * A conversation that was not reached fails or is skipped, and never passes.
 * @throws AggregateError of the errors that `explain` gives
 */
export async function holdConversation(plan: Plan, work: TestWork): Promise<void> {
  const { test, path, service, reconcile, cancel } = work
  const signal = AbortSignal.any([cancel, test.signal])
  const result = await performConversation(plan, { client: clientOf(service), reconcile, signal })
  test.signal.throwIfAborted()
  if (cancel.aborted) test.skip('the run was interrupted')
  test.task.meta.tableread = { verdict: result.verdict, version: result.version, sessionId: result.sessionId }
  await noteTurns(result, work)
  if (result.verdict === 'skipped') test.skip(result.reason ?? undefined)
  const errors = explain(result, path)
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
