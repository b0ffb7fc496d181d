import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import { unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Edit, editAll, omitMember, putMember, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import {
  emailOptionsOf,
  isDispatch,
  isDispatchOver,
  isInline,
  isPhoneNumber,
  isText,
  type RequestCheck,
  type RequestChecks,
  whatsappOptionsOf,
} from './request-check.ts'

const asksClearly = (reading: ReadRequest): boolean => isInline(reading) || isDispatch(reading)

function open(from: BaseName[], edits: readonly Edit[], applies: (reading: ReadRequest) => boolean): RequestCheck {
  return { from, edits: () => fc.constantFrom(...edits), applies }
}

const isEmail = (value: string): boolean => /^[^@\s,]+@[^@\s,]+\.[^@\s,]+$/.test(value)
const isLink = (value: JsonValue): boolean => typeof value === 'string' && /^https?:\/\/[^\s]+\.[^\s]+/.test(value)

const isOneOf = (value: JsonValue | undefined, ...known: string[]): boolean =>
  typeof value !== 'string' || known.includes(value)
const isWhatsappMessage = (reading: ReadRequest): boolean =>
  isOneOf(whatsappOptionsOf(reading).messageType, 'prompt', 'say', 'template')
const isEmailMessage = (reading: ReadRequest): boolean => isOneOf(emailOptionsOf(reading).messageType, 'prompt', 'say')

/** What the interface leaves open about messages to customers (Trigger chat). */
export const openDispatchChecks: RequestChecks = {
  'DSP-23': open(
    ['waPrompt', 'waSay'],
    setEach('customerNumber', 'abc', '12', '0151 234', '+1 (555) 0100', '1'.repeat(40)),
    (reading) => {
      const { customerNumber: to, agentNumber: from } = reading.body
      const odd = isText(to) && !isPhoneNumber(to) && reading.channel?.type !== 'webChat'
      return (
        asksClearly(reading) &&
        (odd || (isInline(reading) && to === '') || from === '' || (isText(from) && !isPhoneNumber(from)))
      )
    },
  ),
  'DSP-24': open(
    ['emailPrompt', 'emailSay'],
    setEach('customerEmail', 'nobody', 'a@b', 'a b@example.com', '@example.com'),
    (reading) => {
      const { customerEmail: to } = reading.body
      const lists = [emailOptionsOf(reading).cc, emailOptionsOf(reading).bcc].filter((each) => typeof each === 'string')
      const copies = lists.flatMap((list) => list.split(',').map((each) => each.trim()))
      const odd =
        (isText(to) && !isEmail(to)) || (isInline(reading) && to === '') || copies.some((each) => !isEmail(each))
      return asksClearly(reading) && odd
    },
  ),
  'DSP-26': {
    from: ['waPrompt'],
    edits: ({ subject }) => {
      const bare = subject.own.channels.filter(
        ({ enabled, type, agent }) => enabled && type === 'waChat' && agent === null,
      )
      if (bare.length === 0) return null
      return fc
        .constantFrom(...bare)
        .map(({ name }) =>
          editAll(putMember('communicationChannel', name), omitMember('agentName'), omitMember('agentNumber')),
        )
    },
    applies: (reading) =>
      isDispatch(reading) &&
      (reading.body.agentName === '' || (reading.channel?.agent === null && reading.body.agentName === undefined)),
  },
  'DSP-29': open(
    ['webPrompt', 'emailPrompt'],
    setEach('agentNumber', '15550101', '123'),
    (reading) => asksClearly(reading) && reading.body.agentNumber !== undefined && !isDispatchOver(reading, 'waChat'),
  ),
  'DSP-30': open(['waPrompt', 'webPrompt'], setEach('emailOptions', { messageType: 'say' }, {}), (reading) => {
    const strayEmail = reading.body.emailOptions !== undefined && reading.channel?.type !== 'email'
    const strayWhatsapp = reading.body.whatsappOptions !== undefined && reading.channel?.type !== 'waChat'
    const odd = (strayEmail && !isEmailMessage(reading)) || (strayWhatsapp && !isWhatsappMessage(reading))
    const mismatched = strayEmail
      ? isDispatchOver(reading, 'waChat', 'webChat')
      : strayWhatsapp && isDispatchOver(reading, 'email')
    return isDispatch(reading) && (odd || mismatched)
  }),
  'DSP-31': open(
    ['webPrompt'],
    setEach('whatsappOptions', { messageType: 'template' }, { messageType: 'say' }),
    (reading) => isDispatchOver(reading, 'webChat'),
  ),
  'DSP-32': open(
    ['waPrompt', 'emailSay'],
    setEach('attachments', ['not a link'], [''], ['ftp://x']),
    (reading) =>
      isDispatch(reading) &&
      Array.isArray(reading.body.attachments) &&
      reading.body.attachments.some((each) => typeof each === 'string' && !isLink(each)),
  ),
  'WAO-03': open(
    ['waPrompt'],
    setEach('whatsappOptions.messageType', 'shout', '', 'PROMPT', 'Say'),
    (reading) => isDispatchOver(reading, 'waChat') && !isWhatsappMessage(reading),
  ),
  'EMO-02': open(
    ['emailPrompt'],
    setEach('emailOptions.messageType', 'template', 'shout', '', 'SAY'),
    (reading) => isDispatchOver(reading, 'email') && !isEmailMessage(reading),
  ),
  'WAO-06': open(
    ['waTemplate'],
    setEach('whatsappOptions.templateVariables', { name: 1 }, { name: null }, { nobody: 'x' }, { name: ['x'] }),
    (reading) => isDispatchOver(reading, 'waChat') && whatsappOptionsOf(reading).templateVariables !== undefined,
  ),
  'WAO-07': {
    from: ['waTemplate'],
    edits: ({ subject }) =>
      unknownName(subject.own.channels.flatMap(({ templates }) => templates ?? [])).map((name) =>
        putMember('whatsappOptions.templateId', name),
      ),
    applies: (reading) => {
      const { templateId, messageType } = whatsappOptionsOf(reading)
      const known = reading.channel?.templates ?? []
      return (
        isDispatchOver(reading, 'waChat') &&
        messageType === 'template' &&
        isText(templateId) &&
        !known.includes(templateId)
      )
    },
  },
  'WAO-08': open(
    ['waPrompt'],
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
