import fc from 'fast-check'
import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { change, editAll, omitMember, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import {
  checksOf,
  emailOptionsOf,
  isDispatchOver,
  isDocumented,
  isInline,
  type RequestChecks,
  requestMembers,
  whatsappOptionsOf,
} from './request-check.ts'

const check = checksOf(['inline', 'waSay', 'emailSay', 'call', 'workflow', 'delete', 'node'])
const unreadable = ['{"doReturnResponse": tru', '', '[]', '"text"', 'null', '1', '{', '\ufeff', '{}}', "{'a':1}"]
/** Every value of a body, one level deep in its object members. */
function valuesOf(body: ReadRequest['body']): JsonValue[] {
  return Object.entries(body).flatMap(([name, value]) =>
    isJsonObject(value) && /options$/i.test(name) ? [value, ...Object.values(value)] : [value],
  )
}

const namesAndIds = [
  'agentName',
  'communicationChannel',
  'sessionId',
  'use_case',
  'workflow_id',
  'customerNumber',
  'phoneNumber',
  'customer_number',
]

/** Bodies that cannot be read, or contain what the interface does not mention (Response envelope; Endpoints). */
export const envelopeChecks: RequestChecks = {
  'ENV-10': check(
    unreadable.map((rawBody) => change({ rawBody })),
    (reading) => reading.request.method !== 'GET' && reading.bodyKind !== 'object',
  ),
  'ENV-11': check(
    ['text/plain', 'application/x-www-form-urlencoded'].map((contentType) => change({ contentType })),
    ({ request }) => request.body !== null && request.contentType !== 'application/json',
  ),
  'ENV-12': check(
    [putMember('tablereadUnknown', 1), putMember('call_priority_', 'x'), putMember('AgentName', 'x')],
    ({ request, body }) => !isDocumented(request.operation, body),
  ),
  'ENV-13': check(
    fc.nat(40).map(
      (index): RequestEdit =>
        (draft) => {
          const names = requestMembers[draft.operation]
          return putMember(names[index % names.length] ?? 'metadata', null)(draft)
        },
    ),
    ({ body }) => valuesOf(body).some((value) => value === null),
  ),
  'ENV-14': check(
    [
      'agentName',
      'customerNumber',
      'customerEmail',
      'whatsappOptions.message',
      'whatsappOptions.templateId',
      'emailOptions.body',
    ].map((path) => putMember(path, '')),
    (reading) => {
      const { agentName, customerNumber, customerEmail } = reading.body
      const whatsapp = whatsappOptionsOf(reading)
      const email = emailOptionsOf(reading)
      return (
        (isInline(reading) && agentName === '') ||
        (isDispatchOver(reading, 'waChat', 'webChat') && customerNumber === '') ||
        (isDispatchOver(reading, 'email') && customerEmail === '') ||
        (isDispatchOver(reading, 'waChat') && whatsapp.messageType === 'say' && whatsapp.message === '') ||
        (isDispatchOver(reading, 'waChat') && whatsapp.messageType === 'template' && whatsapp.templateId === '') ||
        (isDispatchOver(reading, 'email') && email.messageType === 'say' && email.body === '')
      )
    },
    ['inline', 'waPrompt', 'waSay', 'waTemplate', 'webPrompt', 'emailPrompt', 'emailSay'],
  ),
  'ENV-15': check(
    fc.nat(namesAndIds.length - 1).map(
      (start): RequestEdit =>
        (draft) => {
          const name = [...namesAndIds.slice(start), ...namesAndIds].find(
            (each) => typeof draft.body?.[each] === 'string',
          )
          return name === undefined ? draft : putMember(name, ` ${String(draft.body?.[name])} `)(draft)
        },
    ),
    ({ body }) =>
      namesAndIds.some((name) => {
        const value = body[name]
        return typeof value === 'string' && value !== value.trim()
      }),
  ),
  'ENV-16': check([(draft) => ({ ...draft, rawBody: twice(draft.body) })], ({ bodyIsOdd }) => bodyIsOdd),
  'ENV-19': check(
    // a live service must not be put under load
    ({ subject }) =>
      subject.reach !== 'everything'
        ? null
        : setEach('metadata', ...[70_000, 300_000].map((length) => ({ long: 'x'.repeat(length) }))),
    ({ request }) => (request.body?.length ?? 0) > 60_000,
    ['inline', 'waSay', 'emailSay'],
  ),
  'ENV-23': check(
    [putMember('doReturnResponse', 'yes'), putMember('message', 7), omitMember('agentName')].map((edit) =>
      editAll(edit, change({ credential: 'missing' })),
    ),
    (reading) => reading.request.credential === 'missing' && (isInline(reading) || reading.mode === 'unclear'),
    ['inline'],
  ),
}

/** The text of an object whose first member occurs twice, the first time with another value. */
function twice(body: ReadRequest['body'] | null): string {
  const [name = 'x'] = Object.keys(body ?? {})
  return `{${JSON.stringify(name)}:"earlier",${JSON.stringify(body ?? {}).slice(1)}`
}
