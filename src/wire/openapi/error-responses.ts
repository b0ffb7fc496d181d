import type { JsonObject } from '../../base/json.ts'
import { type ErrorCode, errorStatus } from '../api/error-code.ts'
import type { OperationId } from '../api/operation.ts'
import { bareErrors, type Conditions, errorConditions } from './error-conditions.ts'
import { referTo } from './refer-to.ts'

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

/** Any answer that the interface does not show, such as those of the local service's own codes. */
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

/** Bodies of blueprint errors may leave `errorCode` out (Errors, Others); `responseCode` of calls may be 200 in errors, too (ENV-08). */
function describeError(id: OperationId, status: number, conditions: Conditions): JsonObject {
  const codes = Object.keys(conditions)
  const responseCode: JsonObject = id === 'call.trigger' ? { enum: [status, 200] } : { const: status }
  const errorCode: JsonObject = { anyOf: [{ type: 'string', enum: codes }, referTo('LocalErrorCode')] }
  const required = id === 'blueprints.get' ? ['data'] : ['errorCode', 'data']
  const example = ([code, message]: [string, string]): [string, JsonObject] => {
    const named = id === 'blueprints.get' && code !== 'apiKeyInvalid' ? {} : { errorCode: code }
    return [code, { summary: message, value: { responseCode: status, ...named, message, data: null } }]
  }
  return describe(titles[status] ?? 'Error', { responseCode, errorCode, data: { type: 'null' } }, required, {
    examples: Object.fromEntries(Object.entries(conditions).map(example)),
  })
}

/** The interface shows the status of these, not their bodies: what stands here is an error body as elsewhere. */
function describeBare(status: number, condition: string): JsonObject {
  const properties = { responseCode: { const: status }, data: { type: 'null' } }
  return describe(condition, properties, ['data'], {})
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
