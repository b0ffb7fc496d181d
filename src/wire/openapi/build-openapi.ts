import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { componentSchemas } from './component-schemas.ts'
import { referTo } from './component-shapes.ts'
import { errorResponses, otherError } from './error-responses.ts'
import { operationTexts, requestExamples, tags } from './operation-texts.ts'

/** The OpenAPI 3.1 document of the interface at an origin; `schema/openapi.json` has the default port. */
export function buildOpenApi(origin = 'http://127.0.0.1:4010'): JsonObject {
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin, description: 'The local service: one host for all paths.' }],
    tags: tags.map((tag) => ({ ...tag })),
    paths: buildPaths(),
    components: { securitySchemes, responses: { OtherError: otherError }, schemas: componentSchemas() },
  }
}

const info: JsonObject = {
  title: 'Conversational agent service, as the local service of Tableread serves it',
  version: '1.0.0',
  summary: 'Agents that converse by call, chat and email.',
  description: [
    'The version is that of this document; the interface has none.',
    'The interface knows two hosts, one for sessions, chats and calls, and one for workflows, blueprints and calls; the local service serves all of it on one.',
    'Requests list the members that are documented and no others, so that a slip shows. The local service drops a member it does not know. Answers may hold more than what is listed.',
    'Phone numbers include a country code, with or without a leading `+`.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}

const securitySchemes: JsonObject = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key of a workspace.' },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'The same key, for the workflow trigger of endpoint 7.' },
}

function buildPaths(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const id of Object.keys(operations) as OperationId[]) {
    const { path, method } = operations[id]
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(id) }
  }
  return paths
}

function buildOperation(id: OperationId): JsonObject {
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

const none = (description: string): JsonObject => ({ description, type: 'null' })

const message = (role: string, agentName: string | null, text: string, timestamp: string): JsonObject => ({
  type: 'message',
  role,
  content: [{ type: 'text', text }],
  senderId: null,
  senderName: null,
  agentName,
  metadata: null,
  timestamp,
})

const lookup = { name: 'lookup_order', call_id: 'call-1' }

const transcript: JsonObject[] = [
  message('user', null, 'Where is my order 1042?', '2026-03-02T09:30:00.000Z'),
  {
    type: 'function_call',
    ...lookup,
    arguments: { order_id: '1042' },
    phase: 'during',
    timestamp: '2026-03-02T09:30:00.200Z',
  },
  {
    type: 'function_call_output',
    ...lookup,
    output: '{"order_id":"1042","status":"shipped","eta":"Friday"}',
    is_error: false,
    executionTimeMs: 120,
    phase: 'during',
    timestamp: '2026-03-02T09:30:00.320Z',
  },
  message(
    'assistant',
    'order-desk',
    'Your order 1042 is on its way and arrives on Friday.',
    '2026-03-02T09:30:00.900Z',
  ),
]

const session: JsonObject = {
  sessionId: 'b7f0c1d2',
  agentDetails: { name: 'order-desk', number: null, email: null, version: '3' },
  'the service': { id: 'maria', name: 'Maria', number: null, email: null },
  dynamicVariables: { customer_name: 'Maria', tier: 'gold' },
  communicationChannelType: 'webChat',
  communicationChannelName: null,
  transcript,
  analysis: null,
  status: 'active',
  time: '2026-03-02T09:30:00.000Z',
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.900Z',
}

const success = (summary: string, data: JsonValue): JsonObject => ({
  summary,
  value: { responseCode: 200, message: 'success', data },
})

const answerExamples: Partial<Record<OperationId, JsonObject>> = {
  'session.get': { chat: success('A web chat', session) },
  'chat.trigger': {
    inline: success('The reply, inline', { sessionId: 'b7f0c1d2', transcript }),
    dispatch: success('Sent, or planned', { sessionId: 'b7f0c1d2' }),
  },
  'call.trigger': { accepted: success('Accepted', { callId: 'e31c90aa' }) },
  'workflow.call': { queued: success('Queued', null) },
  'workflow.delete': { removed: success('Taken out of the queue', null) },
  'node.trigger': { started: success('Started', null) },
}

/** The bodies of the seven operations (Endpoints). An inline answer is a dispatch answer with a transcript, hence `anyOf`. */
export const operationBodies: Record<OperationId, { request?: JsonObject; data: JsonObject }> = {
  'session.get': { data: referTo('Session') },
  'chat.trigger': {
    request: referTo('ChatRequest'),
    data: { anyOf: [referTo('InlineChatAnswer'), referTo('DispatchAnswer')] },
  },
  'call.trigger': { request: referTo('CallRequest'), data: referTo('CallAnswer') },
  'workflow.call': { request: referTo('WorkflowCallRequest'), data: none('Queued.') },
  'workflow.delete': { request: referTo('WorkflowDeleteRequest'), data: none('Taken out of the queue.') },
  'blueprints.get': { data: referTo('BlueprintListing') },
  'node.trigger': {
    request: referTo('NodeTriggerRequest'),
    data: { description: 'Not shown by the interface. The local service answers null.' },
  },
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
