import type { JsonValue } from '../../../base/json/json.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { editAll, leave, omitMember, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { type ChannelFacts, sessionsOf, type World } from '../world/world.ts'
import {
  checksOf,
  emailOptionsOf,
  isDispatch,
  isDispatchOver,
  isText,
  knowsChannel,
  type RequestChecks,
  whatsappOptionsOf,
} from './request-check.ts'

const whatsapp: BaseName[] = ['waPrompt', 'waSay', 'waTemplate']
const check = checksOf([...whatsapp, 'webPrompt', 'emailPrompt', 'emailSay'], isDispatch)
const whatsappCheck = checksOf(whatsapp, (reading) => isDispatchOver(reading, 'waChat'))
const emailCheck = checksOf(['emailPrompt', 'emailSay'], (reading) => isDispatchOver(reading, 'email'))

/** Edits that send a message over a channel, one for each that fits. */
const over = ({ subject }: World, fits: (channel: ChannelFacts) => boolean): RequestEdit[] =>
  subject.own.channels
    .filter(fits)
    .map(({ name }) => editAll(putMember('communicationChannel', name), omitMember('agentNumber')))

const isWhatsapp = ({ enabled, type }: ChannelFacts): boolean => enabled && type === 'waChat'
const namesChannel = ({ facts, body }: ReadRequest): boolean =>
  facts.channels.some(({ name }) => name === body.communicationChannel)
const digits = (number: JsonValue | undefined): string => String(number).replace(/^\+/, '')

/** A message to a customer: its channel, its addressee, its sender (Errors > Chat trigger). */
export const dispatchChecks: RequestChecks = {
  'DSP-20': check([leave]),
  'CHA-20': check([putMember('doReturnResponse', false)]),
  'DSP-01': check(
    [omitMember('communicationChannel')],
    ({ body }) => (body.communicationChannel ?? '') === '' && body.communicationChannel !== null,
  ),
  'DSP-02': check(
    ({ subject }) => {
      const knownNames = [...subject.own.channels, ...(subject.other?.channels ?? [])].map(({ name }) => name)
      return unknownName(knownNames).map((name) => putMember('communicationChannel', name))
    },
    ({ facts, elsewhere, body: { communicationChannel: name } }) =>
      isText(name) &&
      name.trim() !== '' &&
      !knowsChannel(facts, name) &&
      !(elsewhere !== null && knowsChannel(elsewhere, name)),
  ),
  'DSP-03': check(
    ({ subject }) => {
      const names = subject.own.channels.filter(({ enabled }) => enabled).map(({ name }) => name)
      const spelled = names.flatMap((name) => [name.toUpperCase(), name.toLowerCase(), `${name} `])
      return setEach('communicationChannel', ...spelled.filter((name) => !names.includes(name)))
    },
    (reading) =>
      isText(reading.body.communicationChannel) &&
      knowsChannel(reading.facts, reading.body.communicationChannel) &&
      !namesChannel(reading),
  ),
  'DSP-04': check(
    (world) => over(world, ({ enabled }) => !enabled),
    (reading) => reading.channel === null && namesChannel(reading),
  ),
  'DSP-05': check(
    (world) => over(world, ({ enabled, type }) => enabled && !['waChat', 'webChat', 'email'].includes(type)),
    (reading) => isDispatchOver(reading, 'sms', 'waVoice', 'outboundSipTrunk', 'inboundSipTrunk'),
  ),
  'DSP-06': whatsappCheck([omitMember('customerNumber')], ({ body }) => body.customerNumber === undefined),
  'DSP-07': check(
    [omitMember('customerNumber')],
    (reading) => isDispatchOver(reading, 'webChat') && reading.body.customerNumber === undefined,
    ['webPrompt'],
  ),
  'DSP-08': emailCheck(
    [omitMember('customerEmail'), editAll(omitMember('customerEmail'), putMember('customerNumber', '15550100001'))],
    ({ body }) => body.customerEmail === undefined,
  ),
  'DSP-09': whatsappCheck(
    [
      omitMember('whatsappOptions.message'),
      editAll(omitMember('whatsappOptions.message'), putMember('message', 'Hello')),
    ],
    (reading) => {
      const { messageType, message } = whatsappOptionsOf(reading)
      return messageType === 'say' && message === undefined
    },
    ['waSay'],
  ),
  'DSP-10': whatsappCheck(
    [omitMember('whatsappOptions.templateId')],
    (reading) => {
      const { messageType, templateId } = whatsappOptionsOf(reading)
      return messageType === 'template' && templateId === undefined
    },
    ['waTemplate'],
  ),
  'DSP-11': whatsappCheck(
    (world) => over(world, (each) => isWhatsapp(each) && each.templates === null && each.numbers.length > 0),
    (reading) => whatsappOptionsOf(reading).messageType === 'template' && reading.channel?.templates === null,
    ['waTemplate'],
  ),
  'DSP-12': emailCheck(
    [omitMember('emailOptions.body')],
    (reading) => {
      const { messageType, body } = emailOptionsOf(reading)
      return messageType === 'say' && body === undefined
    },
    ['emailSay'],
  ),
  'DSP-13': whatsappCheck(
    ({ subject }) => {
      const numbers = subject.own.channels.flatMap((each) => each.numbers)
      return setEach('agentNumber', '15559999', '+4915112345678', ...numbers)
    },
    ({ body, channel }) => isText(body.agentNumber) && !channel?.numbers.includes(digits(body.agentNumber)),
  ),
  'DSP-14': whatsappCheck(
    (world) => over(world, (each) => isWhatsapp(each) && each.numbers.length === 0),
    ({ channel }) => channel?.numbers.length === 0,
  ),
  'DSP-15': emailCheck(
    (world) => over(world, (each) => each.enabled && each.type === 'email' && each.email === null),
    ({ channel }) => channel?.email === null,
  ),
  'DSP-16': emailCheck(
    unknownId.map((id) => putMember('emailOptions.replyTo', id)),
    (reading) => {
      const { replyTo } = emailOptionsOf(reading)
      return isText(replyTo) && reading.session(replyTo) === null
    },
  ),
  'DSP-17': check(
    (world) => {
      const ids = [...sessionsOf(world, 'own', 'whatsapp'), ...sessionsOf(world, 'own', 'inline'), '']
      return setEach('emailOptions.replyTo', ...ids)
    },
    (reading) => {
      const { replyTo } = emailOptionsOf(reading)
      const session = reading.session(replyTo)
      return replyTo === '' || (session?.home === true && session.kind !== 'email')
    },
    ['emailPrompt', 'emailSay'],
  ),
}
