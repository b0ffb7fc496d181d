import type { Refusal } from '../answer/answer.ts'
import type { ChatRule } from './chat-rules.ts'

/** DSP-02 to DSP-04: a channel of this exact name exists in the workspace and is enabled. */
export const channelExists: ChatRule = ({ chat, channel, workspace }) => {
  const name = chat.communicationChannel
  if (name === undefined || channel !== undefined) return null
  const refusal: Refusal = {
    errorCode: 'channelNotFound',
    message: 'there is no enabled channel of this name in the workspace',
  }
  if (chat.doReturnResponse === true) return { ...refusal, decision: 'CHA-40', others: [null] }
  const folded = name.trim().toLowerCase()
  const near = workspace.channels.some((each) => each.name !== name && each.name.trim().toLowerCase() === folded)
  return near ? { ...refusal, decision: 'DSP-03' } : refusal
}

/** DSP-05, CHA-41: the channel is for text. */
export const channelIsForText: ChatRule = ({ chat, channel }) =>
  channel === undefined || ['waChat', 'webChat', 'email'].includes(channel.type)
    ? null
    : {
        errorCode: 'unsupportedChannelType',
        message: 'this channel is neither WhatsApp, web chat nor email; calls use the call trigger',
        ...(chat.doReturnResponse === true ? { decision: 'CHA-41', others: [null] } : {}),
      }
