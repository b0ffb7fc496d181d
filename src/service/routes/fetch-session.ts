import { accept, refuse } from '../answer.ts'
import { showSession } from '../store/show-session.ts'
import type { Handler } from './context.ts'

/** `GET /api/session/fetch/{sessionId}`. A session of another workspace is as unknown as a made-up one (ISO-01). */
export const fetchSession: Handler = ({ parameter, workspace, context }) => {
  if (parameter === '') {
    return refuse({ errorCode: 'validationError', message: 'sessionId must have a length of at least 1' })
  }
  const record = context.store.get(parameter)
  if (record === undefined || record.workspace !== workspace.name) {
    return refuse({ errorCode: 'sessionNotFound', message: 'there is no session of this id' })
  }
  return accept(showSession(record))
}
