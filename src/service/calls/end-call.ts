import type { SessionStatus } from '../../wire/api/session.ts'
import type { ServiceContext } from '../context/context.ts'
import { planCall } from '../time/call-day.ts'
import { finishSession } from '../turn/finish-session.ts'
import type { LiveCall } from './live-call.ts'
import { openAttempt, waitFor } from './open-attempt.ts'
import { placeCalls } from './place-calls.ts'

/** The statuses that count as failed and are retried (RET-01, RET-05). */
const failed: readonly SessionStatus[] = ['could_not_connect', 'call_errored']

/**
 * Ends one attempt of a call: its session gets duration, recording and analysis, a failed attempt is queued again, and
 * its line is free for the next call (RET-01 to RET-06).
 */
export function endCall(context: ServiceContext, live: LiveCall, status: SessionStatus): void {
  const { store, clock } = context
  const { call, session, workspace } = live
  const { callId, connectedAt } = call
  for (const timer of ['step', 'limit']) store.dropTimer(`${timer} ${callId}`)
  const talked = connectedAt !== null
  const duration = talked ? Math.round((clock.now() - connectedAt) / 100) / 10 : 0
  session.call = { callId, duration, retryAttemptNo: call.attempt, recorded: talked }
  finishSession(context, workspace, session, status)
  if (failed.includes(status) && call.attempt < call.retries) retry(context, live)
  else store.putCall({ ...call, state: 'done' })
  if (call.direction === 'outbound') placeCalls(context, workspace.name)
}

/**
 * Queues the next attempt, timed from the end of this one (RET-02), within the working hours and the day of the call
 * (RET-06).
 */
function retry(context: ServiceContext, { call, workspace }: LiveCall): void {
  const { store, clock } = context
  const now = clock.now()
  const attempt = call.attempt + 1
  const session = openAttempt(context, workspace, call, attempt)
  const { due, expires } = planCall({ wanted: now + call.retryAfterMs, onDate: call.onDate, hours: call.hours, now })
  const next = {
    ...call,
    sessionId: session.sessionId,
    attempt,
    due,
    state: 'queued' as const,
    connectedAt: null,
    spoken: 0,
  }
  store.putSession({ ...session, versionLabel: call.versionLabel, time: due ?? now })
  store.putCall(next)
  waitFor(context, next, expires)
}
