import { findVersion } from '../agents/find-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceCall } from '../context/context.ts'
import type { CallAsked } from '../rules/call-body.ts'
import { withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel, Workflow } from '../workspace/workspace.ts'
import type { CallOrder } from './queue.ts'

/** Fills in what a request left open: agent, version, number to call from, retries, hours and priority. */
export function orderCall(call: ServiceCall, order: CallAsked, workflow: Workflow | null): CallOrder | Refusal {
  const { workspace } = call
  const agentName = order.agentName ?? workflow?.agent ?? ''
  const lookup = findVersion(workspace, agentName, order.agentVersion ?? 'default')
  if (!lookup.ok) return { ...lookup.refusal, decision: workflow === null ? 'CAL-05' : 'WFC-07' }
  const from = callFrom(call, order, workflow)
  if ('errorCode' in from) return from
  return {
    workspace,
    workflowId: workflow?.workflowId ?? null,
    customerNumber: withoutPlus(order.customerNumber),
    agentName,
    version: lookup.version,
    ...from,
    options: order.options ?? {},
    metadata: order.metadata ?? {},
    retries: order.noOfRetries ?? 0,
    retryAfterMs: Math.round((order.retryAfterHours ?? 1) * 3_600_000),
    hours: {
      start: order.startWorkingHour ?? null,
      end: order.endWorkingHour ?? null,
      timezone: order.timezone ?? 'Asia/Kolkata',
    },
    priority: order.callPriority ?? 10,
    onDate: order.callOnDate ?? null,
    wanted: order.scheduleTime === undefined ? null : Date.parse(order.scheduleTime),
  }
}

/** Calls from the number asked for, the channel's (CAL-09, CAL-10), workflow's (WFC-04) or workspace's (CAL-12). */
function callFrom(
  { workspace, context }: ServiceCall,
  order: CallAsked,
  workflow: Workflow | null,
): { agentNumber: string | null; channel: Channel | undefined } | Refusal {
  const ownNumber = order.agentNumber === undefined ? undefined : withoutPlus(order.agentNumber)
  if (order.communicationChannel === undefined) {
    const agentNumber = ownNumber ?? workflow?.number ?? workspace.outboundNumber
    return { agentNumber, channel: channelOf(workspace.channels, agentNumber) }
  }
  const channel = workspace.channels.find(({ name, enabled }) => enabled && name === order.communicationChannel)
  const decision = 'CAL-11'
  if (channel === undefined)
    return { errorCode: 'channelNotFound', message: 'there is no enabled channel of this name', decision }
  if (channel.type !== 'outboundSipTrunk')
    return { errorCode: 'unsupportedChannelType', message: 'this channel is not for outbound calls', decision }
  if (ownNumber !== undefined && !channel.numbers.includes(ownNumber)) {
    const message = 'agentNumber: expected one of the numbers of the channel'
    return { errorCode: 'validationError', message, decision: 'CAL-10' }
  }
  if (ownNumber === undefined && channel.numbers.length === 0)
    return { errorCode: 'noAgentPhoneNumbers', message: 'the channel has no numbers', decision }
  return { agentNumber: ownNumber ?? context.random.pick(channel.numbers), channel }
}

function channelOf(channels: readonly Channel[], number: string | null): Channel | undefined {
  const outbound = channels.filter(({ type, enabled }) => enabled && type === 'outboundSipTrunk')
  return outbound.find(({ numbers }) => number !== null && numbers.includes(number)) ?? outbound[0]
}
