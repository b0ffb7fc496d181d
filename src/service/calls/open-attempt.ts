import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/call-record.ts'
import type { SessionRecord } from '../store/session-record.ts'
import { openSession } from '../turn/open-session.ts'
import { findCustomer } from '../workspace/customer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Sets the timers of a queued call: for its due time, and for the end of its day (EXP-01). */
export function waitFor({ store, clock }: ServiceContext, call: CallRecord, expires: number | null): void {
  const { callId, due } = call
  if (due !== null && due > clock.now())
    store.putTimer({ id: `place ${callId}`, kind: 'place call', subject: callId, due })
  if (expires !== null) store.putTimer({ id: `expire ${callId}`, kind: 'expire call', subject: callId, due: expires })
}

/** The members that the session of an attempt takes from its call. */
type Attempt = Pick<CallRecord, 'agentName' | 'agentNumber' | 'customerNumber' | 'metadata' | 'channelName'> & {
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
    versionLabel: '',
    agentNumber: call.agentNumber,
    channel,
    channelType: 'outboundSipTrunk',
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
