import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Edit, editAll, leave, omitMember, putMember } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { type ChannelFacts, sessionsOf, type World } from '../world/world.ts'
import {
  emailOptionsOf,
  isDispatch,
  isDispatchOver,
  isText,
  knowsChannel,
  type RequestCheck,
  type RequestChecks,
  whatsappOptionsOf,
} from './request-check.ts'

const whatsapp: BaseName[] = ['waPrompt', 'waSay', 'waTemplate']
const email: BaseName[] = ['emailPrompt', 'emailSay']
const all: BaseName[] = [...whatsapp, 'webPrompt', ...email]

function over(
  channels: readonly ChannelFacts[],
  edit: (channel: ChannelFacts) => Edit = () => leave,
): fc.Arbitrary<Edit> | null {
  if (channels.length === 0) return null
  return fc
    .constantFrom(...channels)
    .map((channel) =>
      editAll(putMember('communicationChannel', channel.name), omitMember('agentNumber'), edit(channel)),
    )
}

const channelsOf = ({ subject }: World, fits: (channel: ChannelFacts) => boolean): ChannelFacts[] =>
  subject.own.channels.filter(fits)
const accepted = (from: BaseName[], applies: (reading: ReadRequest) => boolean): RequestCheck => ({
  from,
  edits: () => fc.constant(leave),
  applies,
})
const without = (from: BaseName[], path: string, applies: (reading: ReadRequest) => boolean): RequestCheck => ({
  from,
  edits: () => fc.constant(omitMember(path)),
  applies,
})
const digits = (number: JsonValue | undefined): string => String(number).replace(/^\+/, '')

/** A message to a customer: its channel, its addressee, its sender (Errors > Chat trigger). */
export const dispatchChecks: RequestChecks = {
  'DSP-20': accepted(all, isDispatch),
  'CHA-20': { ...accepted(all, isDispatch), edits: () => fc.constant(putMember('doReturnResponse', false)) },
  'DSP-01': without(
    all,
    'communicationChannel',
    (reading) =>
      isDispatch(reading) &&
      (reading.body.communicationChannel ?? '') === '' &&
      reading.body.communicationChannel !== null,
  ),
  'DSP-02': {
    from: all,
    edits: ({ subject }) => {
      const known = [...subject.own.channels, ...(subject.other?.channels ?? [])].map(({ name }) => name)
      return unknownName(known).map((name) => putMember('communicationChannel', name))
    },
    applies: ({ facts, elsewhere, body, ...reading }) =>
      isDispatch({ facts, elsewhere, body, ...reading }) &&
      isText(body.communicationChannel) &&
      body.communicationChannel.trim() !== '' &&
      !knowsChannel(facts, body.communicationChannel) &&
      !(elsewhere !== null && knowsChannel(elsewhere, body.communicationChannel)),
  },
  'DSP-03': {
    from: all,
    edits: (world) => {
      const names = channelsOf(world, ({ enabled }) => enabled).map(({ name }) => name)
      const spelled = names.flatMap((name) => [name.toUpperCase(), name.toLowerCase(), `${name} `])
      const other = spelled.filter((name) => !names.includes(name))
      return other.length === 0
        ? null
        : fc.constantFrom(...other).map((name) => putMember('communicationChannel', name))
    },
    applies: (reading) =>
      isDispatch(reading) &&
      isText(reading.body.communicationChannel) &&
      knowsChannel(reading.facts, reading.body.communicationChannel) &&
      !reading.facts.channels.some(({ name }) => name === reading.body.communicationChannel),
  },
  'DSP-04': {
    from: all,
    edits: (world) => over(channelsOf(world, ({ enabled }) => !enabled)),
    applies: (reading) =>
      isDispatch(reading) &&
      reading.channel === null &&
      reading.facts.channels.some(({ name }) => name === reading.body.communicationChannel),
  },
  'DSP-05': {
    from: all,
    edits: (world) =>
      over(channelsOf(world, ({ enabled, type }) => enabled && !['waChat', 'webChat', 'email'].includes(type))),
    applies: (reading) => isDispatchOver(reading, 'sms', 'waVoice', 'outboundSipTrunk', 'inboundSipTrunk'),
  },
  'DSP-06': without(
    whatsapp,
    'customerNumber',
    (reading) => isDispatchOver(reading, 'waChat') && reading.body.customerNumber === undefined,
  ),
  'DSP-07': without(
    ['webPrompt'],
    'customerNumber',
    (reading) => isDispatchOver(reading, 'webChat') && reading.body.customerNumber === undefined,
  ),
  'DSP-08': {
    from: email,
    edits: () =>
      fc.constantFrom(
        omitMember('customerEmail'),
        editAll(omitMember('customerEmail'), putMember('customerNumber', '15550100001')),
      ),
    applies: (reading) => isDispatchOver(reading, 'email') && reading.body.customerEmail === undefined,
  },
  'DSP-09': {
    from: ['waSay'],
    edits: () =>
      fc.constantFrom(
        omitMember('whatsappOptions.message'),
        editAll(omitMember('whatsappOptions.message'), putMember('message', 'Hello')),
      ),
    applies: (reading) => {
      const { messageType, message } = whatsappOptionsOf(reading)
      return isDispatchOver(reading, 'waChat') && messageType === 'say' && message === undefined
    },
  },
  'DSP-10': without(['waTemplate'], 'whatsappOptions.templateId', (reading) => {
    const { messageType, templateId } = whatsappOptionsOf(reading)
    return isDispatchOver(reading, 'waChat') && messageType === 'template' && templateId === undefined
  }),
  'DSP-11': {
    from: ['waTemplate'],
    edits: (world) =>
      over(
        channelsOf(
          world,
          ({ enabled, type, templates, numbers }) =>
            enabled && type === 'waChat' && templates === null && numbers.length > 0,
        ),
      ),
    applies: (reading) =>
      isDispatchOver(reading, 'waChat') &&
      whatsappOptionsOf(reading).messageType === 'template' &&
      reading.channel?.templates === null,
  },
  'DSP-12': without(['emailSay'], 'emailOptions.body', (reading) => {
    const { messageType, body } = emailOptionsOf(reading)
    return isDispatchOver(reading, 'email') && messageType === 'say' && body === undefined
  }),
  'DSP-13': {
    from: whatsapp,
    edits: ({ subject }) => {
      const numbers = subject.own.channels.flatMap((each) => each.numbers)
      const other = ['15559999', '+4915112345678', ...numbers]
      return fc.constantFrom(...other).map((number) => putMember('agentNumber', number))
    },
    applies: (reading) =>
      isDispatchOver(reading, 'waChat') &&
      isText(reading.body.agentNumber) &&
      !reading.channel?.numbers.includes(digits(reading.body.agentNumber)),
  },
  'DSP-14': {
    from: whatsapp,
    edits: (world) =>
      over(channelsOf(world, ({ enabled, type, numbers }) => enabled && type === 'waChat' && numbers.length === 0)),
    applies: (reading) => isDispatchOver(reading, 'waChat') && reading.channel?.numbers.length === 0,
  },
  'DSP-15': {
    from: email,
    edits: (world) =>
      over(channelsOf(world, (channel) => channel.enabled && channel.type === 'email' && channel.email === null)),
    applies: (reading) => isDispatchOver(reading, 'email') && reading.channel?.email === null,
  },
  'DSP-16': {
    from: email,
    edits: () => unknownId.map((id) => putMember('emailOptions.replyTo', id)),
    applies: (reading) => {
      const { replyTo } = emailOptionsOf(reading)
      return isDispatchOver(reading, 'email') && isText(replyTo) && reading.session(replyTo) === null
    },
  },
  'DSP-17': {
    from: email,
    edits: (world) => {
      const ids = [...sessionsOf(world, 'own', 'whatsapp'), ...sessionsOf(world, 'own', 'inline'), '']
      return fc.constantFrom(...ids).map((id) => putMember('emailOptions.replyTo', id))
    },
    applies: (reading) => {
      const { replyTo } = emailOptionsOf(reading)
      const session = reading.session(replyTo)
      return isDispatch(reading) && (replyTo === '' || (session?.home === true && session.kind !== 'email'))
    },
  },
}
