import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../api/session.ts'
import type { CallLimits } from '../client/call-limits.ts'
import type { Client } from '../client/client.ts'
import type { Answer } from '../client/failure.ts'
import { findBreak } from '../recovery/weigh-failure.ts'
import type { SessionExpectation } from '../script/session-expectation.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Plan } from './plan.ts'
import type { RunContext } from './run-context.ts'

/** How long to wait for a stored session to be as expected unless the script says so, and between two looks. */
const [defaultWithinMs, pauseMs] = [2_000, 100]

/** How often one fetch is made whose exchange breaks: reading changes nothing (SES-05). */
const mostFetches = 4

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
    const answer = await fetchWhole(client, sessionId, limits)
    const late = performance.now() - began >= (expected?.withinMs ?? defaultWithinMs)
    if (!answer.ok) return answer
    const done = expected === null || gate.settled(answer.data, expected)
    if (done || late || signal?.aborted === true) return { ok: true, session: answer.data }
    await sleep(pauseMs)
  }
}

/** Fetches it once more where the exchange broke, within one limit for all. */
async function fetchWhole(
  client: Client,
  sessionId: string,
  limits: CallLimits & { timeLimitMs: number },
): Promise<Answer<Session>> {
  const began = performance.now()
  for (let fetches = 1; ; fetches += 1) {
    const answer = await client.fetchSession(sessionId, limits)
    const isLate = performance.now() - began >= limits.timeLimitMs
    if (answer.ok || findBreak(answer.failure) === null || fetches === mostFetches || isLate) return answer
    await sleep(pauseMs)
  }
}
