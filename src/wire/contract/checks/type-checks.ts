import fc from 'fast-check'
import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { wrongType } from '../requests/interesting-values.ts'
import { putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { checksOf, isChat, type RequestCheck, type RequestChecks } from './request-check.ts'

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array'

const kindOf = (value: JsonValue): Kind | 'null' =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as Kind)

/** Whether a member is present, not null, and of none of the kinds; `a.b` reaches into an object member. */
function isWrong({ body }: ReadRequest, path: string, kinds: readonly Kind[]): boolean {
  const [outer = '', inner] = path.split('.')
  const object = body[outer]
  const value = inner === undefined ? object : isJsonObject(object) ? object[inner] : undefined
  return value !== undefined && value !== null && !kinds.includes(kindOf(value) as Kind)
}

/** Members, each with the types it may have. */
type Typed = readonly (readonly [path: string, ...kinds: Kind[]])[]

const wrongIn = ([path, ...kinds]: Typed[number]): fc.Arbitrary<RequestEdit> =>
  wrongType(...kinds).map((value) => putMember(path, value))
const isWrongIn = (reading: ReadRequest, typed: Typed): boolean =>
  typed.some(([path, ...kinds]) => isWrong(reading, path, kinds))
const check = checksOf(['inline', 'waPrompt', 'waSay', 'webPrompt', 'emailSay'], isChat)
const typeCheck = (...typed: Typed): RequestCheck =>
  check(fc.oneof(...typed.map(wrongIn)), (reading) => isWrongIn(reading, typed))

const whatsappTexts = ['messageType', 'additionalContext', 'message', 'templateId', 'templateLanguage']
const emailTexts = ['messageType', 'additionalContext', 'body', 'subject', 'cc', 'bcc', 'replyTo']
const coercible: JsonValue[] = ['true', 'True', 'false', 1, 0]

/** Members of the chat trigger with a wrong type (Errors > Chat trigger, validationError). */
export const typeChecks: RequestChecks = {
  'TYP-01': typeCheck(['doReturnResponse', 'boolean']),
  'TYP-02': typeCheck(['agentName', 'string']),
  'TYP-03': typeCheck(['agentVersion', 'string', 'number']),
  'TYP-04': { ...typeCheck(['message', 'string']), from: ['inline'] },
  'TYP-05': { ...typeCheck(['sessionId', 'string']), from: ['inline'] },
  'TYP-06': typeCheck(['customerNumber', 'string']),
  'TYP-07': typeCheck(['customerEmail', 'string']),
  'TYP-08': typeCheck(['communicationChannel', 'string']),
  'TYP-09': typeCheck(['agentNumber', 'string']),
  'TYP-10': typeCheck(['metadata', 'object']),
  'TYP-11': check(
    fc.oneof(
      wrongIn(['attachments', 'array']),
      ...setEach('attachments', [1], ['https://example.com/a.pdf', {}]).map((edit) => fc.constant(edit)),
    ),
    (reading) => {
      const { attachments } = reading.body
      const mixed = Array.isArray(attachments) && attachments.some((each) => typeof each !== 'string')
      return mixed || isWrong(reading, 'attachments', ['array'])
    },
  ),
  'TYP-12': typeCheck(['whatsappOptions', 'object']),
  'TYP-13': typeCheck(...whatsappTexts.map((name) => [`whatsappOptions.${name}`, 'string'] as const), [
    'whatsappOptions.templateVariables',
    'object',
  ]),
  'TYP-14': typeCheck(
    ['emailOptions', 'object'],
    ...emailTexts.map((name) => [`emailOptions.${name}`, 'string'] as const),
  ),
  'TYP-15': typeCheck(['scheduleTime', 'string']),
  'TYP-16': typeCheck(['startWorkingHour', 'string'], ['endWorkingHour', 'string']),
  'TYP-17': typeCheck(['timezone', 'string']),
  'TYP-18': {
    ...typeCheck(['chatOptions', 'object'], ['chatOptions.additionalContext', 'string']),
    from: ['inline'],
  },
  'TYP-19': check(setEach('doReturnResponse', ...coercible), ({ body }) =>
    coercible.some((value) => value === body.doReturnResponse),
  ),
}
