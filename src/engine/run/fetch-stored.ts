import pRetry from 'p-retry'
import type { CallLimits } from '../../wire/client/call-limits.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { type ConversationRun, wasSentAgain } from './conversation-run.ts'
import { lateMs } from './recovery/settle-turn.ts'
import { findBreak } from './recovery/weigh-failure.ts'
import type { RunContext } from './run-context.ts'

/** Between two looks at a stored session that is not yet as it should be, in milliseconds. */
const pauseMs = 100

/** Between two fetches of which the first broke: reading changes nothing (SES-05). */
const backOff = { retries: 3, minTimeout: 100, factor: 2 }

class Broken extends Error {}
class NotYet extends Error {}

/**
 * Fetches the stored session, again and again until it holds what the turns showed and what the script expects of it, or
 * the time is up, since what was said, the status and the analysis may come late (SES-07). After a turn that was sent again
 * the time is always used up: the first message may come yet.
 */
export async function fetchStored(
  run: ConversationRun,
  { client, gate, signal, storedLateMs = lateMs }: RunContext,
  sessionId: string,
  limits: CallLimits & { timeLimitMs: number },
): Promise<ConversationRun['session']> {
  const began = performance.now()
  const withinMs = run.expected?.withinMs ?? storedLateMs
  const aborting = signal === undefined ? {} : { signal }
  const mayDouble = wasSentAgain(run)
  let fetched: ConversationRun['session'] = null
  const fetchOnce = async (): Promise<void> => {
    const answer = await client.fetchSession(sessionId, limits)
    fetched = answer.ok ? { ok: true, session: answer.data } : answer
    if (!answer.ok && findBreak(answer.failure) !== null) throw new Broken()
  }
  const look = async (): Promise<void> => {
    await pRetry(fetchOnce, { ...backOff, maxRetryTime: limits.timeLimitMs, ...aborting })
    const isSettled = fetched?.ok === true && !mayDouble && gate.settled(fetched.session, run)
    if (!isSettled && (fetched?.ok !== false || isNotThere(fetched.failure))) throw new NotYet()
  }
  const pauses = { retries: Number.POSITIVE_INFINITY, minTimeout: pauseMs, factor: 1 }
  const shouldRetry = ({ error }: { error: Error }): boolean =>
    error instanceof NotYet && performance.now() - began < withinMs
  await pRetry(look, { ...pauses, shouldRetry, ...aborting }).catch((error: unknown) => {
    const isExpected = error instanceof NotYet || error instanceof Broken || signal?.aborted === true
    if (!isExpected) throw error
  })
  return fetched
}

/** A session may be known only a while after its first turn was answered. */
function isNotThere(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.status === 404
}
