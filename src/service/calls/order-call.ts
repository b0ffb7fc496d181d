import { findVersion } from '../agents/find-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceCall } from '../context/context.ts'
import type { CallAsked } from '../rules/call-body.ts'
import { withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel, Workflow } from '../workspace/workspace.ts'
import type { CallOrder } from './queue.ts'

/** Fills in what a request left open: agent, version, number to call from, retries, hours and priority. */
export function orderCall(call: ServiceCall, asked: CallAsked, workflow: Workflow | null): CallOrder | Refusal {
  const { workspace } = call
  const agentName = asked.agentName ?? workflow?.agent ?? ''
  const found = findVersion(workspace, agentName, asked.agentVersion ?? 'default')
  if (!found.ok) return { ...found.refusal, decision: workflow === null ? 'CAL-05' : 'WFC-07' }
  const from = callFrom(call, asked, workflow)
  if ('errorCode' in from) return from
  return {
    workspace,
    workflowId: workflow?.workflowId ?? null,
    customerNumber: withoutPlus(asked.customerNumber),
    agentName,
    version: found.version,
    ...from,
    options: asked.options ?? {},
    metadata: asked.metadata ?? {},
    retries: asked.noOfRetries ?? 0,
    retryAfterMs: Math.round((asked.retryAfterHours ?? 1) * 3_600_000),
    hours: {
      start: asked.startWorkingHour ?? null,
      end: asked.endWorkingHour ?? null,
      timezone: asked.timezone ?? 'Asia/Kolkata',
    },
    priority: asked.callPriority ?? 10,
    onDate: asked.callOnDate ?? null,
    wanted: asked.scheduleTime === undefined ? null : Date.parse(asked.scheduleTime),
  }
}

/** Calls from the number asked for, the channel's (CAL-09, CAL-10), workflow's (WFC-04) or workspace's (CAL-12). */
function callFrom(
  { workspace, context }: ServiceCall,
  asked: CallAsked,
  workflow: Workflow | null,
): { agentNumber: string | null; channel: Channel | undefined } | Refusal {
  const named = asked.agentNumber === undefined ? undefined : withoutPlus(asked.agentNumber)
  if (asked.communicationChannel === undefined) {
    const agentNumber = named ?? workflow?.number ?? workspace.outboundNumber
    return { agentNumber, channel: channelOf(workspace.channels, agentNumber) }
  }
  const channel = workspace.channels.find(({ name, enabled }) => enabled && name === asked.communicationChannel)
  const decision = 'CAL-11'
  if (channel === undefined)
    return { errorCode: 'channelNotFound', message: 'there is no enabled channel of this name', decision }
  if (channel.type !== 'outboundSipTrunk')
    return { errorCode: 'unsupportedChannelType', message: 'this channel is not for outbound calls', decision }
  if (named !== undefined && !channel.numbers.includes(named)) {
    const message = 'agentNumber: expected one of the numbers of the channel'
    return { errorCode: 'validationError', message, decision: 'CAL-10' }
  }
  if (named === undefined && channel.numbers.length === 0)
    return { errorCode: 'noAgentPhoneNumbers', message: 'the channel has no numbers', decision }
  return { agentNumber: named ?? context.random.pick(channel.numbers), channel }
}

function channelOf(channels: readonly Channel[], number: string | null): Channel | undefined {
  const outbound = channels.filter(({ type, enabled }) => enabled && type === 'outboundSipTrunk')
  return outbound.find(({ numbers }) => number !== null && numbers.includes(number)) ?? outbound[0]
}
