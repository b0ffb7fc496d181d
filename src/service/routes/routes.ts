import type { OperationId } from '../../api/operation.ts'
import { refuse } from '../answer.ts'
import type { Handler } from './context.ts'
import { fetchSession } from './fetch-session.ts'
import { listBlueprints } from './list-blueprints.ts'
import { triggerChat } from './trigger-chat.ts'

const notYet: Handler = () =>
  refuse({ errorCode: 'localNotImplemented', message: 'the local service does not have this operation yet' })

/** The handler of each operation. */
export const handlers: Record<OperationId, Handler> = {
  'session.get': fetchSession,
  'chat.trigger': triggerChat,
  'call.trigger': notYet,
  'workflow.call': notYet,
  'workflow.delete': notYet,
  'blueprints.get': listBlueprints,
  'node.trigger': notYet,
}
