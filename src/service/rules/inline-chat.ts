import type { ChatRequest } from '../../api/chat.ts'
import type { Refusal } from '../answer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * What an inline chat can be refused for before any session or agent is looked at, in the order of ENV-22:
 * incompatible options, no agent, an unknown channel, a channel that is not for text.
 */
export function refuseInline(chat: ChatRequest, workspace: Workspace): Refusal | null {
  const scheduling = [chat.scheduleTime, chat.startWorkingHour, chat.endWorkingHour]
  if (scheduling.some((member) => member !== undefined)) {
    return {
      errorCode: 'incompatibleOptions',
      message: 'doReturnResponse cannot be combined with scheduleTime, startWorkingHour or endWorkingHour',
    }
  }
  if (chat.agentName === undefined || chat.agentName === '') {
    return { errorCode: 'agentNameRequired', message: 'agentName is required when doReturnResponse is true' }
  }
  if (chat.communicationChannel === undefined) return null
  const channel = workspace.channels.find(({ name, enabled }) => enabled && name === chat.communicationChannel)
  if (channel === undefined)
    return { errorCode: 'channelNotFound', message: 'there is no enabled channel of this name', decision: 'CHA-40' }
  if (['waChat', 'webChat', 'email'].includes(channel.type)) return null
  return {
    errorCode: 'unsupportedChannelType',
    message: 'this channel is not for text; calls use the call trigger',
    decision: 'CHA-41',
  }
}
