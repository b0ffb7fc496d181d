/** One of the seven operations (Endpoints). */
export type OperationId =
  | 'session.get'
  | 'chat.trigger'
  | 'call.trigger'
  | 'workflow.call'
  | 'workflow.delete'
  | 'blueprints.get'
  | 'node.trigger'

/** How to reach an operation: method, host, path and key header. `{name}` in a path is a parameter. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE'
  /** `both`: the call trigger is reachable on either host (HST-03). */
  host: 'base' | 'workflow' | 'both'
  path: string
  /** Endpoint 7 takes a bearer key, the others `x-api-key` (AUT-15). */
  key: 'x-api-key' | 'bearer'
}

export const operations: Record<OperationId, Operation> = {
  'session.get': { method: 'GET', host: 'base', path: '/api/session/fetch/{sessionId}', key: 'x-api-key' },
  'chat.trigger': { method: 'POST', host: 'base', path: '/api/chat-agent/trigger', key: 'x-api-key' },
  'call.trigger': { method: 'POST', host: 'both', path: '/api/call/trigger', key: 'x-api-key' },
  'workflow.call': { method: 'POST', host: 'workflow', path: '/api/workflow/call/{workflowId}', key: 'x-api-key' },
  'workflow.delete': { method: 'DELETE', host: 'workflow', path: '/api/workflow/call/{workflowId}', key: 'x-api-key' },
  'blueprints.get': { method: 'GET', host: 'workflow', path: '/api/agent/blueprints', key: 'x-api-key' },
  'node.trigger': { method: 'POST', host: 'workflow', path: '/workflow/trigger', key: 'bearer' },
}
