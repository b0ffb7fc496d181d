import fc from 'fast-check'
import { isJsonObject, type JsonValue } from '../../../base/json.ts'
import { wrongType } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Edit, putMember } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { isChat, type RequestCheck, type RequestChecks } from './request-check.ts'

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array'

const kindOf = (value: JsonValue): Kind | 'null' =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as Kind)
const everywhere: BaseName[] = ['inline', 'waPrompt', 'waSay', 'webPrompt', 'emailSay']

/** Whether a member is present, not null, and of none of the kinds; `a.b` reaches into an object member. */
function isWrong({ body }: ReadRequest, path: string, kinds: readonly Kind[]): boolean {
  const [outer = '', inner] = path.split('.')
  const object = body[outer]
  const value = inner === undefined ? object : isJsonObject(object) ? object[inner] : undefined
  return value !== undefined && value !== null && !kinds.includes(kindOf(value) as Kind)
}

function typeCheck(paths: readonly string[], kinds: readonly Kind[], more: Partial<RequestCheck> = {}): RequestCheck {
  return {
    from: everywhere,
    edits: () => fc.oneof(...paths.map((path) => wrongType(...kinds).map((value) => putMember(path, value)))),
    applies: (reading) => isChat(reading) && paths.some((path) => isWrong(reading, path, kinds)),
    ...more,
  }
}

const whatsappTexts = ['messageType', 'additionalContext', 'message', 'templateId', 'templateLanguage'].map(
  (name) => `whatsappOptions.${name}`,
)
const emailTexts = ['messageType', 'additionalContext', 'body', 'subject', 'cc', 'bcc', 'replyTo'].map(
  (name) => `emailOptions.${name}`,
)
const either = (...arbitraries: fc.Arbitrary<Edit>[]): fc.Arbitrary<Edit> => fc.oneof(...arbitraries)
const wrongIn = (path: string, ...kinds: Kind[]): fc.Arbitrary<Edit> =>
  wrongType(...kinds).map((value) => putMember(path, value))
const coercible: JsonValue[] = ['true', 'True', 'false', 1, 0]

/** Members of the chat trigger with a wrong type (Errors > Chat trigger, validationError). */
export const typeChecks: RequestChecks = {
  'TYP-01': typeCheck(['doReturnResponse'], ['boolean']),
  'TYP-02': typeCheck(['agentName'], ['string']),
  'TYP-03': typeCheck(['agentVersion'], ['string', 'number']),
  'TYP-04': typeCheck(['message'], ['string'], { from: ['inline'] }),
  'TYP-05': typeCheck(['sessionId'], ['string'], { from: ['inline'] }),
  'TYP-06': typeCheck(['customerNumber'], ['string']),
  'TYP-07': typeCheck(['customerEmail'], ['string']),
  'TYP-08': typeCheck(['communicationChannel'], ['string']),
  'TYP-09': typeCheck(['agentNumber'], ['string']),
  'TYP-10': typeCheck(['metadata'], ['object']),
  'TYP-11': typeCheck(['attachments'], ['array'], {
    edits: () =>
      either(
        wrongIn('attachments', 'array'),
        fc.constant(putMember('attachments', [1])),
        fc.constant(putMember('attachments', ['https://example.com/a.pdf', {}])),
      ),
    applies: (reading) => {
      const { attachments } = reading.body
      const mixed = Array.isArray(attachments) && attachments.some((each) => typeof each !== 'string')
      return isChat(reading) && (mixed || isWrong(reading, 'attachments', ['array']))
    },
  }),
  'TYP-12': typeCheck(['whatsappOptions'], ['object']),
  'TYP-13': typeCheck(whatsappTexts, ['string'], {
    edits: () =>
      either(
        ...whatsappTexts.map((path) => wrongIn(path, 'string')),
        wrongIn('whatsappOptions.templateVariables', 'object'),
      ),
    applies: (reading) =>
      isChat(reading) &&
      (whatsappTexts.some((path) => isWrong(reading, path, ['string'])) ||
        isWrong(reading, 'whatsappOptions.templateVariables', ['object'])),
  }),
  'TYP-14': typeCheck(emailTexts, ['string'], {
    edits: () => either(wrongIn('emailOptions', 'object'), ...emailTexts.map((path) => wrongIn(path, 'string'))),
    applies: (reading) =>
      isChat(reading) &&
      (isWrong(reading, 'emailOptions', ['object']) || emailTexts.some((path) => isWrong(reading, path, ['string']))),
  }),
  'TYP-15': typeCheck(['scheduleTime'], ['string']),
  'TYP-16': typeCheck(['startWorkingHour', 'endWorkingHour'], ['string']),
  'TYP-17': typeCheck(['timezone'], ['string']),
  'TYP-18': typeCheck(['chatOptions.additionalContext'], ['string'], {
    from: ['inline'],
    edits: () => either(wrongIn('chatOptions', 'object'), wrongIn('chatOptions.additionalContext', 'string')),
    applies: (reading) =>
      isChat(reading) &&
      (isWrong(reading, 'chatOptions', ['object']) || isWrong(reading, 'chatOptions.additionalContext', ['string'])),
  }),
  'TYP-19': {
    from: everywhere,
    edits: () => fc.constantFrom(...coercible).map((value) => putMember('doReturnResponse', value)),
    applies: (reading) => isChat(reading) && coercible.some((value) => value === reading.body.doReturnResponse),
  },
}
