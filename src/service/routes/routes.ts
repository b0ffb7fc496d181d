import type { OperationId } from '../../wire/api/operation.ts'
import type { Handler } from '../context/context.ts'
import { fetchSession } from './fetch-session.ts'
import { listBlueprints } from './list-blueprints.ts'
import { triggerChat } from './trigger-chat.ts'

/** The handler of each operation. What places calls is loaded when first asked for, since most runs never do. */
export const handlers: Record<OperationId, Handler> = {
  'session.get': fetchSession,
  'chat.trigger': triggerChat,
  'call.trigger': async (call) => (await import('./trigger-call.ts')).triggerCall(call),
  'workflow.call': async (call) => (await import('./call-workflow.ts')).callWorkflow(call),
  'workflow.delete': async (call) => (await import('./delete-workflow-call.ts')).deleteWorkflowCall(call),
  'blueprints.get': listBlueprints,
  'node.trigger': async (call) => (await import('./trigger-node.ts')).triggerNode(call),
}
