import { refuse } from '../answer/answer.ts'
import { showSession } from '../routes/show-session.ts'
import type { CallRecord } from '../store/call-record.ts'
import { showInstant } from '../time/instant.ts'
import { answerJson, type LocalHandler } from './local-call.ts'
import { showEach } from './show-each.ts'

/** `GET /_local/queue`: calls that wait, in the order they would be placed, then those on the line. */
export const showQueue: LocalHandler = ({ context }) =>
  answerJson({ calls: showEach(context.store.openCalls(), showCall) })

/** `GET /_local/calls/{callId}`: a call and the sessions of its attempts, first one first. */
export const showAttempts: LocalHandler = ({ context, parameter, url }) => {
  const { store } = context
  const call = store.call(parameter)
  if (call === undefined) return refuse({ errorCode: 'localNotFound', message: 'there is no call of this id' })
  const attempts = store.newestSessions(100_000).filter((session) => session.call?.callId === call.callId)
  return answerJson({
    call: showCall(call),
    attempts: showEach(attempts.reverse(), (session) => showSession(context, session, url.origin)),
  })
}

/** A call with its times as date-times. */
export function showCall({ due, connectedAt, ...call }: CallRecord): object {
  return {
    ...call,
    due: due === null ? null : showInstant(due),
    connectedAt: connectedAt === null ? null : showInstant(connectedAt),
  }
}
