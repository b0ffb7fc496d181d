import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/call-record.ts'
import { findCustomer, outcomeOf } from '../workspace/customer.ts'
import { endCall } from './end-call.ts'
import type { LiveCall } from './live-call.ts'
import { nextStep, turnOfCall } from './speak.ts'

/**
 * The customer picks up: the agent opens if its blueprint says that it speaks first, and the maximum duration starts to
 * count.
 */
export function connectCall(context: ServiceContext, live: LiveCall): void {
  const { store, clock } = context
  const now = clock.now()
  const { callId, attempt, customerNumber } = live.call
  const call: CallRecord = { ...live.call, state: 'connected', connectedAt: now }
  const session = { ...live.session, status: 'call_in_progress' as const, time: now, updatedAt: now }
  const connected = { ...live, call, session }
  store.putCall(call)
  store.putSession(session)
  const outcome = outcomeOf(findCustomer(live.workspace.customers, customerNumber), attempt)
  if (outcome === 'agent error') {
    endCall(context, connected, 'agent_errored')
    return
  }
  const { agentInstructions, pipelineSettings } = live.version.config
  const limit = now + pipelineSettings.maxDuration * 1_000
  store.putTimer({ id: `limit ${callId}`, kind: 'end call', subject: callId, due: limit })
  const agentFirst = agentInstructions.initialMessage.firstSpeaker !== 'user'
  if (agentFirst || live.call.options.initialMessage !== undefined) turnOfCall(context, connected, null)
  if (outcome === 'hangs up') {
    store.putTimer({ id: `limit ${callId}`, kind: 'end call', subject: callId, due: now + 2_000 })
    return
  }
  nextStep(context, connected)
}
