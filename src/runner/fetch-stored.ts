import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionExpectation } from '../script/session-expectation.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Plan } from './plan.ts'
import type { RunContext } from './run-context.ts'

/** How long to wait for a stored session to be as expected unless the script says so, and between two looks. */
const [defaultWithinMs, pauseMs] = [2_000, 100]

/** Fetches the stored session; where the script expects something of it, again and again until it holds or the time is up, since status and analysis may come late (SES-07). */
export async function fetchStored(
  plan: Plan,
  { client, gate, signal }: RunContext,
  sessionId: string,
  expected: SessionExpectation | null,
): Promise<ConversationRun['session']> {
  const began = performance.now()
  const limits = { timeLimitMs: plan.timeLimitMs, ...(signal === undefined ? {} : { signal }) }
  for (;;) {
    const answer = await client.fetchSession(sessionId, limits)
    const late = performance.now() - began >= (expected?.withinMs ?? defaultWithinMs)
    if (!answer.ok) return answer
    const done = expected === null || gate.settled(answer.data, expected)
    if (done || late || signal?.aborted === true) return { ok: true, session: answer.data }
    await sleep(pauseMs)
  }
}
