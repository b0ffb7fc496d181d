import type { JsonValue } from '../../../base/json/json.ts'
import { unknownName } from '../requests/interesting-values.ts'
import { editAll, omitMember, putMember, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import {
  checksOf,
  emailOptionsOf,
  isDispatch,
  isDispatchOver,
  isInline,
  isPhoneNumber,
  isText,
  type RequestChecks,
  whatsappOptionsOf,
} from './request-check.ts'

const openCheck = checksOf(['webPrompt', 'emailPrompt'], (reading) => isInline(reading) || isDispatch(reading))
const check = checksOf(['waPrompt'], isDispatch)
const whatsappCheck = checksOf(['waTemplate'], (reading) => isDispatchOver(reading, 'waChat'))
const isEmail = (value: string): boolean => /^[^@\s,]+@[^@\s,]+\.[^@\s,]+$/.test(value)
const isLink = (value: JsonValue): boolean => typeof value === 'string' && /^https?:\/\/[^\s]+\.[^\s]+/.test(value)

const isOneOf = (value: JsonValue | undefined, ...choices: string[]): boolean =>
  typeof value !== 'string' || choices.includes(value)
const isWhatsappMessage = (reading: ReadRequest): boolean =>
  isOneOf(whatsappOptionsOf(reading).messageType, 'prompt', 'say', 'template')
const isEmailMessage = (reading: ReadRequest): boolean => isOneOf(emailOptionsOf(reading).messageType, 'prompt', 'say')

/** What the interface leaves open about messages to customers (Trigger chat). */
export const openDispatchChecks: RequestChecks = {
  'DSP-23': openCheck(
    setEach('customerNumber', 'abc', '12', '0151 234', '+1 (555) 0100', '1'.repeat(40)),
    (reading) => {
      const { customerNumber: to, agentNumber: from } = reading.body
      const odd = isText(to) && !isPhoneNumber(to) && reading.channel?.type !== 'webChat'
      return odd || (isInline(reading) && to === '') || from === '' || (isText(from) && !isPhoneNumber(from))
    },
    ['waPrompt', 'waSay'],
  ),
  'DSP-24': openCheck(
    setEach('customerEmail', 'nobody', 'a@b', 'a b@example.com', '@example.com'),
    (reading) => {
      const { customerEmail: to } = reading.body
      const lists = [emailOptionsOf(reading).cc, emailOptionsOf(reading).bcc].filter((each) => typeof each === 'string')
      const copies = lists.flatMap((list) => list.split(',').map((each) => each.trim()))
      return (isText(to) && !isEmail(to)) || (isInline(reading) && to === '') || copies.some((each) => !isEmail(each))
    },
    ['emailPrompt', 'emailSay'],
  ),
  'DSP-26': check(
    ({ subject }) =>
      subject.own.channels
        .filter(({ enabled, type, agent }) => enabled && type === 'waChat' && agent === null)
        .map(({ name }) =>
          editAll(putMember('communicationChannel', name), omitMember('agentName'), omitMember('agentNumber')),
        ),
    ({ body, channel }) => body.agentName === '' || (channel?.agent === null && body.agentName === undefined),
  ),
  'DSP-29': openCheck(
    setEach('agentNumber', '15550101', '123'),
    (reading) => reading.body.agentNumber !== undefined && !isDispatchOver(reading, 'waChat'),
  ),
  'DSP-30': check(
    setEach('emailOptions', { messageType: 'say' }, {}),
    (reading) => {
      const strayEmail = reading.body.emailOptions !== undefined && reading.channel?.type !== 'email'
      const strayWhatsapp = reading.body.whatsappOptions !== undefined && reading.channel?.type !== 'waChat'
      const odd = (strayEmail && !isEmailMessage(reading)) || (strayWhatsapp && !isWhatsappMessage(reading))
      const mismatched = strayEmail
        ? isDispatchOver(reading, 'waChat', 'webChat')
        : strayWhatsapp && isDispatchOver(reading, 'email')
      return odd || mismatched
    },
    ['waPrompt', 'webPrompt'],
  ),
  'DSP-31': check(
    setEach('whatsappOptions', { messageType: 'template' }, { messageType: 'say' }),
    (reading) => isDispatchOver(reading, 'webChat'),
    ['webPrompt'],
  ),
  'DSP-32': check(
    setEach('attachments', ['not a link'], [''], ['ftp://x']),
    ({ body: { attachments } }) =>
      Array.isArray(attachments) && attachments.some((each) => typeof each === 'string' && !isLink(each)),
    ['waPrompt', 'emailSay'],
  ),
  'WAO-03': whatsappCheck(
    setEach('whatsappOptions.messageType', 'shout', '', 'PROMPT', 'Say'),
    (reading) => !isWhatsappMessage(reading),
    ['waPrompt'],
  ),
  'EMO-02': check(
    setEach('emailOptions.messageType', 'template', 'shout', '', 'SAY'),
    (reading) => isDispatchOver(reading, 'email') && !isEmailMessage(reading),
    ['emailPrompt'],
  ),
  'WAO-06': whatsappCheck(
    setEach('whatsappOptions.templateVariables', { name: 1 }, { name: null }, { nobody: 'x' }, { name: ['x'] }),
    (reading) => whatsappOptionsOf(reading).templateVariables !== undefined,
  ),
  'WAO-07': whatsappCheck(
    ({ subject }) =>
      unknownName(subject.own.channels.flatMap(({ templates }) => templates ?? [])).map((name) =>
        putMember('whatsappOptions.templateId', name),
      ),
    (reading) => {
      const { templateId, messageType } = whatsappOptionsOf(reading)
      const templates = reading.channel?.templates ?? []
      return messageType === 'template' && isText(templateId) && !templates.includes(templateId)
    },
  ),
  'WAO-08': check(
    [putMember('whatsappOptions.message', 'x'), putMember('whatsappOptions.templateId', 'x')],
    (reading) => {
      const { messageType, message, templateId, additionalContext } = whatsappOptionsOf(reading)
      const extra = [
        messageType !== 'say' && message !== undefined,
        messageType !== 'template' && templateId !== undefined,
        (messageType === 'say' || messageType === 'template') && additionalContext !== undefined,
      ]
      return isDispatchOver(reading, 'waChat', 'webChat') && extra.some(Boolean)
    },
  ),
}
