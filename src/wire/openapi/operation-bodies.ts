import type { JsonObject } from '../../base/json.ts'
import type { OperationId } from '../api/operation.ts'
import { referTo } from './refer-to.ts'

/** What goes into an operation and what comes out: the schema of its body, if it has one, and that of the `data` of its answer. */
export interface OperationBody {
  request?: JsonObject
  data: JsonObject
}

const none = (description: string): JsonObject => ({ description, type: 'null' })

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
