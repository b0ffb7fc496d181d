import { findVersion } from '../agents/find-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/store.ts'
import { carryOut } from '../turn/carry-out.ts'
import { openSession } from '../turn/session.ts'
import { findCustomer } from '../workspace/customer.ts'
import { withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'
import { connectCall } from './live-call.ts'

/** Who calls, and on which channel. */
export interface IncomingCall {
  workspace: Workspace
  channel: Channel
  from: string
}

/** Handles a call from a customer: the channel's agent answers at once. */
export async function receiveCall(
  context: ServiceContext,
  { workspace, channel, from }: IncomingCall,
): Promise<{ sessionId: string } | Refusal> {
  const found = findVersion(workspace, channel.agent ?? '', channel.version ?? undefined)
  if (!found.ok) return found.refusal
  const { version } = found
  const customerNumber = withoutPlus(from)
  const agentNumber = channel.numbers[0] ?? null
  const { clock } = context
  return carryOut(context, () => {
    const session = openSession(context, {
      workspace: workspace.name,
      agentName: channel.agent ?? '',
      versionLabel: version.label,
      agentNumber,
      channel,
      channelType: channel.type,
      participant: {
        number: customerNumber,
        email: null,
        name: findCustomer(workspace.customers, customerNumber).name,
      },
      call: { callId: '', duration: null, retryAttemptNo: 0, recorded: false },
    })
    if (session.call !== null) session.call.callId = session.sessionId
    const call: CallRecord = {
      callId: session.sessionId,
      sessionId: session.sessionId,
      workspace: workspace.name,
      workflowId: null,
      direction: 'inbound',
      customerNumber,
      agentName: session.agentName,
      versionLabel: version.label,
      agentNumber,
      channelName: channel.name,
      options: {},
      metadata: {},
      retries: 0,
      retryAfterMs: 0,
      hours: { start: null, end: null, timezone: 'UTC' },
      priority: 10,
      onDate: null,
      attempt: 0,
      due: clock.now(),
      arrival: 0,
      state: 'placed',
      connectedAt: null,
      spoken: 0,
    }
    connectCall(context, { call, session, workspace, version })
    return { sessionId: session.sessionId }
  })
}
