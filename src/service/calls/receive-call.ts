import { findVersion } from '../agents/find-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import type { CallRecord } from '../store/store.ts'
import { carryOut } from '../turn/carry-out.ts'
import { withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'
import { connectCall } from './live-call.ts'
import { openAttempt } from './queue.ts'

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
  const lookup = findVersion(workspace, channel.agent ?? '', channel.version ?? undefined)
  if (!lookup.ok) return lookup.refusal
  const { version } = lookup
  const order = {
    customerNumber: withoutPlus(from),
    agentName: channel.agent ?? '',
    versionLabel: version.label,
    agentNumber: channel.numbers[0] ?? null,
    channelName: channel.name,
    metadata: {},
  }
  return carryOut(context, () => {
    const session = openAttempt(context, workspace, order, 0)
    const call: CallRecord = {
      ...order,
      callId: session.sessionId,
      sessionId: session.sessionId,
      workspace: workspace.name,
      workflowId: null,
      direction: 'inbound',
      options: {},
      retries: 0,
      retryAfterMs: 0,
      hours: { start: null, end: null, timezone: 'UTC' },
      priority: 10,
      onDate: null,
      attempt: 0,
      due: context.clock.now(),
      arrival: 0,
      state: 'placed',
      connectedAt: null,
      spoken: 0,
    }
    connectCall(context, { call, session, workspace, version })
    return { sessionId: session.sessionId }
  })
}
