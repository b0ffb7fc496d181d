import type { JsonObject, JsonValue } from '../../base/json.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { answerExamples } from './answer-examples.ts'
import { errorResponses } from './error-responses.ts'
import { operationBodies } from './operation-bodies.ts'
import { operationTexts } from './operation-texts.ts'
import { referTo } from './refer-to.ts'
import { requestExamples } from './request-examples.ts'

/** One operation as the document has it under its path and method. */
export function buildOperation(id: OperationId): JsonObject {
  const { path, key } = operations[id]
  const { tag, summary, description } = operationTexts[id]
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => describeParameter(name))
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: [{ [key === 'bearer' ? 'bearerKey' : 'apiKey']: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(id),
    responses: { 200: answer(id), ...errorResponses(id) },
  }
}

const parameterTexts: Record<string, JsonObject> = {
  sessionId: { description: 'The id of the session.', example: 'b7f0c1d2' },
  workflowId: { description: 'The id of the workflow.', example: 'wf-delivery-reminder' },
}

function describeParameter(name: string): JsonObject {
  return { name, in: 'path', required: true, ...parameterTexts[name], schema: { type: 'string', minLength: 1 } }
}

function requestBody(id: OperationId): JsonObject {
  const { request } = operationBodies[id]
  if (request === undefined) return {}
  return { requestBody: { required: true, content: json(request, requestExamples[id]) } }
}

function answer(id: OperationId): JsonObject {
  const properties: JsonObject = { responseCode: { const: 200 }, data: operationBodies[id].data }
  const schema = { allOf: [referTo('Envelope'), { type: 'object', required: ['data'], properties }] }
  return { description: 'Done.', content: json(schema, answerExamples[id]) }
}

function json(schema: JsonObject, examples: JsonValue | undefined): JsonObject {
  return { 'application/json': { schema, ...(examples === undefined ? {} : { examples }) } }
}
