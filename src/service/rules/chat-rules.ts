import type { ChannelType } from '../../wire/api/channel-type.ts'
import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Refusal } from '../answer/answer.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import { isPhoneNumber, withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'

/** The input of the chat trigger's rules; `channel` is the enabled one with the given name. */
export interface ChatScene {
  chat: ChatRequest
  workspace: Workspace
  channel: Channel | undefined
}

/** One rule: returns a refusal if a request breaks it. */
type ChatRule = (scene: ChatScene) => Refusal | null

/** Finds the named channel by its exact name; leniently only if the ambiguity mode picks that (DSP-03). */
export function sceneOfChat(chat: ChatRequest, workspace: Workspace, ambiguity: Ambiguity): ChatScene {
  const lenient = ambiguity.choose('DSP-03', [false, true])
  const folded = (name: string): string => (lenient ? name.trim().toLowerCase() : name)
  const channelName = folded(chat.communicationChannel ?? '')
  return {
    chat,
    workspace,
    channel: workspace.channels.find(({ name, enabled }) => enabled && folded(name) === channelName),
  }
}

/** Refuses by the first broken rule in the order of ENV-22; with a seeded ambiguity, by any. */
export function firstBroken(rules: readonly ChatRule[], scene: ChatScene, ambiguity: Ambiguity): Refusal | null {
  if (!ambiguity.seeded) {
    for (const rule of rules) {
      const refusal = rule(scene)
      if (refusal !== null) return refusal
    }
    return null
  }
  const broken = rules.flatMap((rule) => {
    const refusal = rule(scene)
    const settlement = refusal === null ? null : ambiguity.settle(refusal)
    return settlement === null ? [] : [settlement]
  })
  const [first, ...rest] = broken
  return first === undefined ? null : ambiguity.choose('ENV-22', [first, ...rest])
}

/** Whether a text member is absent; an empty one counts as absent (ENV-14). */
export function isMissing(text: string | undefined): text is undefined | '' {
  return text === undefined || text === ''
}

/** DSP-02 to DSP-04: a channel of this exact name exists in the workspace and is enabled. */
const channelExists: ChatRule = ({ chat, channel, workspace }) => {
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
const channelIsForText: ChatRule = ({ chat, channel }) =>
  channel === undefined || ['waChat', 'webChat', 'email'].includes(channel.type)
    ? null
    : {
        errorCode: 'unsupportedChannelType',
        message: 'this channel is neither WhatsApp, web chat nor email; calls use the call trigger',
        ...(chat.doReturnResponse === true ? { decision: 'CHA-41', others: [null] } : {}),
      }

/** DSP-01. */
const channelNamed: ChatRule = ({ chat }) =>
  isMissing(chat.communicationChannel)
    ? {
        errorCode: 'validationError',
        message:
          'communicationChannel: expected the name of a channel, but here is nothing; to get a reply inline, send doReturnResponse: true',
        decision: 'DSP-01',
        others: [
          { errorCode: 'channelNotFound', message: 'no channel is named' },
          { errorCode: 'localBadRequest', message: 'no channel is named' },
        ],
      }
    : null

/** A rule for channels of some types: how a request breaks it, and the refusal then. */
const on =
  (
    types: readonly ChannelType[],
    breaks: (chat: ChatRequest, channel: Channel) => boolean,
    refusal: Refusal,
  ): ChatRule =>
  ({ chat, channel }) =>
    channel !== undefined && types.includes(channel.type) && breaks(chat, channel) ? refusal : null

/** The rules checked for a dispatch before its thread and agent are looked up, in the order of ENV-22. */
export const dispatchRules: readonly ChatRule[] = [
  channelNamed,
  channelExists,
  channelIsForText,
  // DSP-14
  on(['waChat'], (_, { numbers }) => numbers.length === 0, {
    errorCode: 'noAgentPhoneNumbers',
    message: 'the WhatsApp channel has no phone numbers',
  }),
  // DSP-15
  on(['email'], (_, { email }) => email === null, {
    errorCode: 'noAgentEmail',
    message: 'the email channel has no address',
  }),
  // DSP-06, DSP-07
  on(['waChat', 'webChat'], ({ customerNumber }) => isMissing(customerNumber), {
    errorCode: 'customerNumberRequired',
    message: 'customerNumber is required for this channel',
  }),
  // DSP-08
  on(['email'], ({ customerEmail }) => isMissing(customerEmail), {
    errorCode: 'customerEmailRequired',
    message: 'customerEmail is required for an email channel',
  }),
  // DSP-23: web chat ids are free text
  on(['waChat'], ({ customerNumber }) => !isMissing(customerNumber) && !isPhoneNumber(customerNumber), {
    errorCode: 'validationError',
    message: 'customerNumber: expected 7 to 15 digits with the country code, with or without a plus',
    decision: 'DSP-23',
  }),
  // DSP-24
  on(['email'], ({ customerEmail }) => !isMissing(customerEmail) && !/^[^@\s]+@[^@\s]+$/.test(customerEmail), {
    errorCode: 'validationError',
    message: 'customerEmail: expected an address with an @',
    decision: 'DSP-24',
  }),
  // DSP-13
  on(
    ['waChat'],
    ({ agentNumber }, { numbers }) => agentNumber !== undefined && !numbers.includes(withoutPlus(agentNumber)),
    {
      errorCode: 'agentNumberNotInChannel',
      message: 'agentNumber is none of the numbers of the channel',
    },
  ),
  // DSP-11
  on(
    ['waChat'],
    ({ whatsappOptions }, { templates }) => whatsappOptions?.messageType === 'template' && templates === null,
    {
      errorCode: 'templateNotSupported',
      message: 'the WhatsApp channel does not support templates',
    },
  ),
  // DSP-09: the top-level message is no substitute
  on(['waChat'], lacksMessage, {
    errorCode: 'messageRequired',
    message: 'whatsappOptions.message is required for a say message',
  }),
  // DSP-10
  on(
    ['waChat'],
    ({ whatsappOptions: options }) => options?.messageType === 'template' && isMissing(options.templateId),
    {
      errorCode: 'templateIdRequired',
      message: 'whatsappOptions.templateId is required for a template message',
    },
  ),
  // DSP-12
  on(['email'], ({ emailOptions: options }) => options?.messageType === 'say' && isMissing(options.body), {
    errorCode: 'emailBodyRequired',
    message: 'emailOptions.body is required for a say message',
  }),
]

function lacksMessage({ whatsappOptions: options }: ChatRequest): boolean {
  return options?.messageType === 'say' && isMissing(options.message)
}

/** CHA-10 to CHA-13: an immediate reply cannot be scheduled. */
const notScheduled: ChatRule = ({ chat }) =>
  [chat.scheduleTime, chat.startWorkingHour, chat.endWorkingHour].every((member) => member === undefined)
    ? null
    : {
        errorCode: 'incompatibleOptions',
        message: 'doReturnResponse cannot be combined with scheduleTime, startWorkingHour or endWorkingHour',
      }

/** CHA-09: an agent is named; an empty name counts as missing (ENV-14). */
const agentNamed: ChatRule = ({ chat }) => {
  if (!isMissing(chat.agentName)) return null
  const message = 'agentName is required when doReturnResponse is true'
  const refusal: Refusal = { errorCode: 'agentNameRequired', message }
  if (chat.agentName === undefined) return refusal
  return { ...refusal, decision: 'ENV-14', others: [{ errorCode: 'validationError', message }] }
}

/** The rules checked for an inline chat before its session and agent are looked up, in the order of ENV-22. */
export const inlineRules: readonly ChatRule[] = [notScheduled, agentNamed, channelExists, channelIsForText]

/** Rules by which a service may refuse a request, although our own decision is to accept it. */
export const lenientRules: readonly ChatRule[] = [
  // a time zone alone schedules nothing
  ({ chat }) =>
    chat.timezone === undefined
      ? null
      : {
          errorCode: 'incompatibleOptions',
          message: 'doReturnResponse cannot be combined with timezone',
          decision: 'CHA-14',
        },
  // the channel's addressee is not required, since nothing is sent
  on(['waChat', 'webChat'], ({ customerNumber }) => isMissing(customerNumber), {
    errorCode: 'customerNumberRequired',
    message: 'customerNumber is required',
    decision: 'CHA-39',
  }),
  // dispatch options are ignored here
  ({ chat }) =>
    lacksMessage(chat)
      ? { errorCode: 'messageRequired', message: 'whatsappOptions.message is required', decision: 'CHA-43' }
      : null,
]
