import { z } from 'zod'
import { refuse } from '../answer/answer.ts'
import { receiveCall } from '../calls/receive-call.ts'
import { receiveMessage } from '../dispatch/receive-message.ts'
import { answerJson, type LocalHandler, withBody } from './local-call.ts'

const shape = z.strictObject({
  workspace: z.string().exactOptional(),
  channel: z.string(),
  from: z.string().min(1),
  message: z.string().min(1).exactOptional(),
})

/** `POST /_local/inbound` with `{ channel, from, message }`: a customer writes or calls, as no operation lets them. */
export const receiveInbound: LocalHandler = withBody(shape, async ({ context }, body) => {
  const { workspace: workspaceName, channel: name, from, message } = body
  const workspace = workspaceName === undefined ? context.directory.all()[0] : context.directory.find(workspaceName)
  const channel = workspace?.channels.find((each) => each.enabled && each.name === name)
  if (workspace === undefined || channel === undefined)
    return refuse({ errorCode: 'channelNotFound', message: 'there is no enabled channel of this name' })
  const voice = ['inboundSipTrunk', 'waVoice'].includes(channel.type)
  if (channel.type === 'outboundSipTrunk')
    return refuse({ errorCode: 'unsupportedChannelType', message: 'nobody calls on an outbound channel' })
  if (!voice && message === undefined)
    return refuse({ errorCode: 'messageRequired', message: 'a customer who writes needs a message' })
  const received = await (voice
    ? receiveCall(context, { workspace, channel, from })
    : receiveMessage(context, { workspace, channel, from, message: message ?? '' }))
  if ('errorCode' in received) return refuse(received)
  context.timeline.arm()
  return answerJson(received)
})
