import type { JsonObject } from '../../base/json.ts'
import type { CallOptions } from '../../wire/api/call.ts'
import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/call-record.ts'
import { planCall } from '../time/call-day.ts'
import type { WorkingHours } from '../time/working-hours.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'
import { expireCall } from './expire-call.ts'
import { openAttempt, waitFor } from './open-attempt.ts'
import { placeCalls } from './place-calls.ts'

/** A call as requested by any of the three operations; numbers without plus. */
export interface CallOrder {
  workspace: Workspace
  workflowId: string | null
  customerNumber: string
  agentName: string
  version: AgentVersion
  agentNumber: string | null
  channel: Channel | undefined
  options: CallOptions
  metadata: JsonObject
  retries: number
  retryAfterMs: number
  hours: WorkingHours
  priority: number
  onDate: string | null
  /** Milliseconds since the epoch; null means as soon as it may be. */
  wanted: number | null
}

/**
 * Queues a call and places all calls that can be placed. Returns the id of the call, which is the session of its first
 * attempt (SES-08).
 */
export function enqueueCall(context: ServiceContext, order: CallOrder): string {
  const { store, clock } = context
  const { hours, onDate, wanted } = order
  const callId = store.transact(() => {
    const session = openAttempt(context, order.workspace, { ...order, channelName: order.channel?.name ?? null }, 0)
    const { due, expires } = planCall({ wanted, onDate, hours, now: clock.now() })
    const { workspace, version, channel, wanted: _, ...kept } = order
    const call: CallRecord = {
      ...kept,
      callId: session.sessionId,
      sessionId: session.sessionId,
      workspace: workspace.name,
      direction: 'outbound',
      versionLabel: version.label,
      channelName: channel?.name ?? null,
      attempt: 0,
      due,
      arrival: nextArrival(context),
      state: 'queued',
      connectedAt: null,
      spoken: 0,
    }
    session.versionLabel = version.label
    session.time = due ?? session.time
    store.putSession(session)
    store.putCall(call)
    waitFor(context, call, expires)
    if (expires !== null && expires <= clock.now()) expireCall(context, call.callId)
    placeCalls(context, workspace.name)
    return call.callId
  })
  context.timeline.arm()
  return callId
}

function nextArrival({ store }: ServiceContext): number {
  const kept = store.kept('arrivals')
  const arrival = (typeof kept === 'number' ? kept : 0) + 1
  store.keep('arrivals', arrival)
  return arrival
}
