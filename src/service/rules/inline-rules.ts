import type { Refusal } from '../answer/answer.ts'
import { type ChatRule, channelExists, channelIsForText, isMissing } from './chat-rules.ts'

/** CHA-10 to CHA-13: an immediate reply cannot be scheduled. */
const notScheduled: ChatRule = ({ chat }) =>
  [chat.scheduleTime, chat.startWorkingHour, chat.endWorkingHour].every((member) => member === undefined)
    ? null
    : {
        errorCode: 'incompatibleOptions',
        message: 'doReturnResponse cannot be combined with scheduleTime, startWorkingHour or endWorkingHour',
      }

/** CHA-14: a time zone alone schedules nothing. */
const zoneAlone: ChatRule = ({ chat }) =>
  chat.timezone === undefined
    ? null
    : {
        errorCode: 'incompatibleOptions',
        message: 'doReturnResponse cannot be combined with timezone',
        decision: 'CHA-14',
      }

/** CHA-09: an agent is named; an empty name counts as missing (ENV-14). */
const agentNamed: ChatRule = ({ chat }) => {
  if (!isMissing(chat.agentName)) return null
  const message = 'agentName is required when doReturnResponse is true'
  const refusal: Refusal = { errorCode: 'agentNameRequired', message }
  if (chat.agentName === undefined) return refusal
  return { ...refusal, decision: 'ENV-14', others: [{ errorCode: 'validationError', message }] }
}

/** CHA-39: the channel's addressee is not required, since nothing is sent. */
const addressee: ChatRule = ({ chat, channel }) =>
  channel !== undefined && ['waChat', 'webChat'].includes(channel.type) && isMissing(chat.customerNumber)
    ? { errorCode: 'customerNumberRequired', message: 'customerNumber is required', decision: 'CHA-39' }
    : null

/** CHA-43: dispatch options are ignored here. */
const optionsComplete: ChatRule = ({ chat }) =>
  chat.whatsappOptions?.messageType === 'say' && isMissing(chat.whatsappOptions.message)
    ? { errorCode: 'messageRequired', message: 'whatsappOptions.message is required', decision: 'CHA-43' }
    : null

/** The rules checked for an inline chat before its session and agent are looked up, in the order of ENV-22. */
export const inlineRules: readonly ChatRule[] = [notScheduled, agentNamed, channelExists, channelIsForText]

/** Rules by which a service may refuse a request, although our own decision is to accept it. */
export const lenientRules: readonly ChatRule[] = [zoneAlone, addressee, optionsComplete]
