import type { JsonObject, JsonValue } from '../../base/json.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { errorResponses } from './error-responses.ts'
import { operationTexts } from './operation-texts.ts'
import { referTo } from './refer-to.ts'
import { requestExamples } from './request-examples.ts'

/** The operation object that the document has under a path and method. */
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

/** The schemas of an operation: that of its body, if it has one, and that of the `data` of its answer. */
interface OperationBody {
  request?: JsonObject
  data: JsonObject
}

const none = (description: string): JsonObject => ({ description, type: 'null' })

const transcript: JsonObject[] = [
  {
    type: 'message',
    role: 'user',
    content: [{ type: 'text', text: 'Where is my order 1042?' }],
    senderId: null,
    senderName: null,
    agentName: null,
    metadata: null,
    timestamp: '2026-03-02T09:30:00.000Z',
  },
  {
    type: 'function_call',
    name: 'lookup_order',
    call_id: 'call-1',
    arguments: { order_id: '1042' },
    phase: 'during',
    timestamp: '2026-03-02T09:30:00.200Z',
  },
  {
    type: 'function_call_output',
    name: 'lookup_order',
    call_id: 'call-1',
    output: '{"order_id":"1042","status":"shipped","eta":"Friday"}',
    is_error: false,
    executionTimeMs: 120,
    phase: 'during',
    timestamp: '2026-03-02T09:30:00.320Z',
  },
  {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Your order 1042 is on its way and arrives on Friday.' }],
    senderId: null,
    senderName: null,
    agentName: 'order-desk',
    metadata: null,
    timestamp: '2026-03-02T09:30:00.900Z',
  },
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

/** Example answers by operation. */
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
export const operationBodies: Record<OperationId, OperationBody> = {
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
