import type { ServiceContext } from '../context/context.ts'
import type { CallRecord, SessionRecord } from '../store/store.ts'
import { planCall } from '../time/working-hours.ts'
import { openSession } from '../turn/session.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { findCustomer, type PhoneOutcome, phoneOutcome } from '../workspace/customer.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'

/** A call as requested by any of the three operations; numbers without plus. */
export interface CallOrder
  extends Pick<CallRecord, 'workflowId' | 'customerNumber' | 'agentName' | 'agentNumber' | 'options' | 'metadata'>,
    Pick<CallRecord, 'retries' | 'retryAfterMs' | 'hours' | 'priority' | 'onDate'> {
  workspace: Workspace
  version: VersionedAgent
  channel: Channel | undefined
  /** Milliseconds since the epoch; null means as soon as possible. */
  wanted: number | null
}

/** Queues a call and places all that can be; returns its id, the session of its first attempt (SES-08). */
export function enqueueCall(context: ServiceContext, order: CallOrder): string {
  const { store, clock } = context
  const { workspace, version, channel, wanted, ...kept } = order
  const { hours, onDate } = kept
  const callOrder = { ...kept, versionLabel: version.label, channelName: channel?.name ?? null }
  const callId = store.transact(() => {
    const session = openAttempt(context, workspace, callOrder, 0)
    const { due, expires } = planCall({ wanted, onDate, hours, now: clock.now() })
    const call: CallRecord = {
      ...callOrder,
      callId: session.sessionId,
      sessionId: session.sessionId,
      workspace: workspace.name,
      direction: 'outbound',
      attempt: 0,
      due,
      arrival: nextArrival(context),
      state: 'queued',
      connectedAt: null,
      spoken: 0,
    }
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
  const count = store.kept('arrivals')
  const arrival = (typeof count === 'number' ? count : 0) + 1
  store.keep('arrivals', arrival)
  return arrival
}

/** Sets the timers of a queued call: for its due time, and for the end of its day (EXP-01). */
export function waitFor({ store, clock }: ServiceContext, call: CallRecord, expires: number | null): void {
  const { callId, due } = call
  if (due !== null && due > clock.now())
    store.putTimer({ id: `place ${callId}`, kind: 'place call', subject: callId, due })
  if (expires !== null) store.putTimer({ id: `expire ${callId}`, kind: 'expire call', subject: callId, due: expires })
}

/** The members that the session of an attempt takes from its call. */
type Attempt = Pick<CallRecord, 'agentName' | 'agentNumber' | 'customerNumber' | 'metadata'> & {
  versionLabel: string
  channelName: string | null
  /** Absent for the first attempt, whose session gives the call its id. */
  callId?: string
}

/** Creates the session of one attempt, with the status of a queued call (SES-27). */
export function openAttempt(
  context: ServiceContext,
  workspace: Workspace,
  call: Attempt,
  attempt: number,
): SessionRecord {
  const channel = workspace.channels.find(({ name }) => name === call.channelName)
  const session = openSession(context, {
    workspace: workspace.name,
    agentName: call.agentName,
    versionLabel: call.versionLabel,
    agentNumber: call.agentNumber,
    channel,
    channelType: channel?.type ?? 'outboundSipTrunk',
    participant: {
      number: call.customerNumber,
      email: null,
      name: findCustomer(workspace.customers, call.customerNumber).name,
    },
    call: { callId: call.callId ?? '', duration: null, retryAttemptNo: attempt, recorded: false },
  })
  if (session.call !== null && call.callId === undefined) session.call.callId = session.sessionId
  return { ...session, status: 'call_in_queue', variables: { ...call.metadata } }
}

/** How long a call rings until its outcome, in milliseconds. */
const ringMs: Record<PhoneOutcome, number> = {
  answers: 4_000,
  'hangs up': 4_000,
  'agent error': 4_000,
  drops: 4_000,
  'no answer': 30_000,
  'cannot connect': 2_000,
  'line error': 1_000,
}

/** Places due calls while a line is free, highest priority first (QUE-01, QUE-06). */
export function placeCalls(context: ServiceContext, workspaceName: string): void {
  const { store, clock, directory } = context
  const workspace = directory.find(workspaceName)
  if (workspace === undefined) return
  for (let free = workspace.lines - store.busyLines(workspaceName); free > 0; free -= 1) {
    const call = store.nextCall(workspaceName, clock.now())
    if (call === undefined) return
    place(context, workspace, call)
  }
}

function place({ store, clock }: ServiceContext, workspace: Workspace, call: CallRecord): void {
  const now = clock.now()
  const session = store.session(call.sessionId)
  store.putCall({ ...call, state: 'placed' })
  store.dropTimer(`place ${call.callId}`)
  store.dropTimer(`expire ${call.callId}`)
  if (session !== undefined) store.putSession({ ...session, status: 'call_placed', time: now, updatedAt: now })
  const due = now + ringMs[phoneOutcome(findCustomer(workspace.customers, call.customerNumber), call.attempt)]
  store.putTimer({ id: `step ${call.callId}`, kind: 'call step', subject: call.callId, due })
}

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
