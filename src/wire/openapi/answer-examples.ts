import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { OperationId } from '../api/operation.ts'

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

/** Answers that come back, by operation. */
export const answerExamples: Partial<Record<OperationId, JsonObject>> = {
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
