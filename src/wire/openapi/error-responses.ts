import type { JsonObject } from '../../base/json/json.ts'
import { type ErrorCode, errorStatus } from '../api/envelope.ts'
import type { OperationId } from '../api/operation.ts'
import { referTo } from './component-shapes.ts'

/** The error responses of an operation by status: those documented, and `default` for what the interface leaves open. */
export function errorResponses(id: OperationId): JsonObject {
  const byStatus = new Map<number, Conditions>()
  for (const [code, condition] of Object.entries(errorConditions[id]) as [ErrorCode, string][]) {
    const status = errorStatus[code]
    byStatus.set(status, { ...byStatus.get(status), [code]: condition })
  }
  const coded = [...byStatus].map(([status, conditions]) => [status, describeError(id, status, conditions)])
  const bare = Object.entries(bareErrors[id] ?? {}).map(([status, condition]) => [
    status,
    describeBare(+status, condition),
  ])
  return { ...Object.fromEntries([...coded, ...bare]), default: { $ref: '#/components/responses/OtherError' } }
}

/** The documented error codes of an operation, and when each comes (Errors). */
type Conditions = Partial<Record<ErrorCode, string>>

const key: Conditions = { apiKeyMissing: 'the key is absent', apiKeyInvalid: 'the key is invalid' }

/** The errors with a code, by operation; for calls and workflows only those about the key (Authentication). */
const errorConditions: Record<OperationId, Conditions> = {
  'session.get': {
    ...key,
    sessionNotFound: 'the id does not exist in the workspace of the key',
    validationError: 'sessionId is missing or empty: expected a string of at least 1 character',
    internalError: 'a fault of the server',
  },
  'chat.trigger': {
    customerNumberRequired: 'customerNumber is missing for a WhatsApp or web chat channel',
    customerEmailRequired: 'customerEmail is missing for an email channel',
    messageRequired: 'whatsappOptions.message is missing for a WhatsApp say message',
    templateIdRequired: 'whatsappOptions.templateId is missing for a WhatsApp template message',
    templateNotSupported: 'the WhatsApp channel does not support templates',
    emailBodyRequired: 'emailOptions.body is missing for an email say message',
    agentNumberNotInChannel: "agentNumber is not one of the channel's WhatsApp numbers",
    noAgentPhoneNumbers: 'the WhatsApp channel has no phone numbers',
    noAgentEmail: 'the email channel has no email address',
    unsupportedChannelType: 'the channel is not WhatsApp, web chat or email; calls use the call trigger',
    agentNameRequired: 'agentName is missing when doReturnResponse is true',
    incompatibleOptions: 'doReturnResponse is combined with scheduleTime, startWorkingHour or endWorkingHour',
    ...key,
    forbidden: 'sessionId belongs to another workspace',
    channelNotFound: 'there is no enabled channel of that name in the workspace',
    sessionNotFound: 'sessionId does not exist',
    replyToSessionNotFound: 'the conversation of emailOptions.replyTo does not exist',
    validationError: 'a member has the wrong type, such as text where a boolean is expected',
    internalError: 'a fault of the server',
  },
  'call.trigger': key,
  'workflow.call': key,
  'workflow.delete': key,
  'blueprints.get': { ...key, internalError: 'an internal server error' },
  'node.trigger': key,
}

/** Errors for which the interface gives only the status (Errors, Others). */
const bareErrors: Partial<Record<OperationId, Record<number, string>>> = {
  'node.trigger': { 400: 'Invalid parameters', 404: 'The workflow does not exist', 500: 'A fault of the server' },
}

/** Any error that the interface does not show, such as those with a code of the local service. */
export const otherError: JsonObject = {
  description:
    'An error the interface does not show. Where it leaves an answer open, the local service chooses a status and a code that begins with `local`, and names the choice in the header `x-local-decision`.',
  headers: {
    'x-local-decision': {
      description: 'The rules that the answer rests on, where it is a choice of the local service.',
      schema: { type: 'string' },
    },
  },
  content: { 'application/json': { schema: referTo('Envelope') } },
}

/** Blueprint errors may omit `errorCode` (Errors, Others), and errors of calls may have `responseCode` 200 (ENV-08). */
function describeError(id: OperationId, status: number, conditions: Conditions): JsonObject {
  const codes = Object.keys(conditions)
  const responseCode: JsonObject = id === 'call.trigger' ? { enum: [status, 200] } : { const: status }
  const errorCode: JsonObject = { anyOf: [{ type: 'string', enum: codes }, referTo('LocalErrorCode')] }
  const required = id === 'blueprints.get' ? ['data'] : ['errorCode', 'data']
  const example = ([code, message]: [string, string]): [string, JsonObject] => {
    const codeMember = id === 'blueprints.get' && code !== 'apiKeyInvalid' ? {} : { errorCode: code }
    return [code, { summary: message, value: { responseCode: status, ...codeMember, message, data: null } }]
  }
  return describe(titles[status] ?? 'Error', { responseCode, errorCode, data: { type: 'null' } }, required, {
    examples: Object.fromEntries(Object.entries(conditions).map(example)),
  })
}

/** The interface shows only the status of these, so the body is described like that of any other error. */
function describeBare(status: number, condition: string): JsonObject {
  return describe(condition, { responseCode: { const: status }, data: { type: 'null' } }, ['data'], {})
}

function describe(description: string, properties: JsonObject, required: string[], media: JsonObject): JsonObject {
  const schema = { allOf: [referTo('Envelope'), { type: 'object', required, properties }] }
  return { description, content: { 'application/json': { schema, ...media } } }
}

const titles: Record<number, string> = {
  400: 'The request cannot be carried out as it is',
  401: 'No valid key',
  403: 'Not yours',
  404: 'Not found',
  422: 'A member has the wrong type',
  500: 'A fault of the server',
}
