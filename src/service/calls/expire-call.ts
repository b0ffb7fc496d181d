import type { ServiceContext } from '../context/context.ts'

/** Expires a queued call whose day is over; it never rings (EXP-01). A call that was placed is left alone. */
export function expireCall(context: ServiceContext, callId: string): void {
  endQueued(context, callId, 'call_expired')
}

/** Removes a queued call, including one that waits for a retry (DEL-01, DEL-07). Returns whether there was one. */
export function endQueued(
  { store, clock }: ServiceContext,
  callId: string,
  status: 'call_expired' | 'call_canceled',
): boolean {
  const call = store.call(callId)
  if (call?.state !== 'queued') return false
  const session = store.session(call.sessionId)
  store.putCall({ ...call, state: 'done' })
  store.dropTimer(`place ${callId}`)
  store.dropTimer(`expire ${callId}`)
  if (session !== undefined)
    store.putSession({ ...session, status, updatedAt: Math.max(session.updatedAt, clock.now()) })
  return true
}
