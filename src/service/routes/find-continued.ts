import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Refusal } from '../answer/answer.ts'
import type { Call } from '../context/context.ts'
import { isMissing } from '../rules/chat-rules.ts'
import type { SessionRecord } from '../store/session-record.ts'

/** The session that an inline chat continues, none for a new one, or why it cannot be continued. */
export type Continued = { session: SessionRecord | null } | Refusal

/** Finds the session to continue. One of another workspace is forbidden (ISO-02), a call is none that text can continue (CHA-33). */
export function findContinued({ context, workspace }: Call, { sessionId, message }: ChatRequest): Continued {
  const { store, ambiguity } = context
  if (sessionId === undefined) return openingAllowed(message, ambiguity)
  const session = store.session(sessionId)
  if (session !== undefined && session.workspace !== workspace.name)
    return { errorCode: 'forbidden', message: 'the session belongs to another workspace' }
  if (session === undefined || session.call !== null) {
    const decision = session === undefined ? {} : { decision: 'CHA-33' }
    return { errorCode: 'sessionNotFound', message: 'there is no text session of this id', ...decision }
  }
  if (isMissing(message)) {
    const refusal: Refusal = {
      errorCode: 'messageRequired',
      message: 'a running conversation needs a message',
      decision: 'CHA-17',
      others: [{ errorCode: 'validationError', message: 'message: expected text' }],
    }
    return ambiguity.settle(refusal) ?? refusal
  }
  if (session.status === 'active') return { session }
  const finished: Refusal = { errorCode: 'localSessionFinished', message: 'the session is over', decision: 'CHA-34' }
  return ambiguity.choose<Continued>('CHA-34', [{ session }, finished])
}

/** CHA-16, CHA-18: without a message the agent opens; elsewhere that may be refused. */
function openingAllowed(message: string | undefined, ambiguity: Call['context']['ambiguity']): Continued {
  if (!isMissing(message)) return { session: null }
  const refusals: Refusal[] = [
    { errorCode: 'validationError', message: 'message: expected text', decision: 'CHA-16' },
    { errorCode: 'messageRequired', message: 'there is no message to reply to', decision: 'CHA-16' },
  ]
  return ambiguity.choose<Continued>('CHA-16', [{ session: null }, ...refusals])
}
