import { accept, refuse } from '../answer/answer.ts'
import type { Handler } from '../context/context.ts'
import { blurSession } from '../rules/blur-session.ts'
import { showSession } from './show-session.ts'

/** `GET /api/session/fetch/{sessionId}`. A session of another workspace is as unknown as a made-up one (ISO-01). */
export const fetchSession: Handler = ({ request, parameter, workspace, context, decisions }) => {
  if (parameter === '') {
    return refuse({ errorCode: 'validationError', message: 'sessionId must have a length of at least 1' })
  }
  const record = context.store.session(parameter)
  if (record === undefined || record.workspace !== workspace.name) {
    const message = 'there is no session of this id'
    const others = parameter.trim() === '' ? [{ errorCode: 'validationError' as const, message }] : []
    const refusal = { errorCode: 'sessionNotFound' as const, message, decision: 'SES-04', others }
    return refuse(
      others.length === 0 ? { errorCode: 'sessionNotFound', message } : (context.ambiguity.settle(refusal) ?? refusal),
    )
  }
  const session = showSession(context, record, new URL(request.url).origin)
  return accept(context.ambiguity.seeded ? blurSession(session, context.ambiguity) : session, decisions)
}
