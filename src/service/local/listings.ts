import { refuse } from '../answer/answer.ts'
import { lastChangeOf, showSession } from '../routes/show-session.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import { answerJson, type LocalHandler, showEach } from './local-call.ts'

/** `GET /_local/sessions?limit=`: sessions of all workspaces, newest first, without transcripts. */
export const showSessions: LocalHandler = ({ context, url }) => {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 200) || 200)
  return answerJson({
    count: context.store.countSessions(),
    sessions: showEach(context.store.newestSessions(limit), summarise),
  })
}

/** `GET /_local/sessions/{sessionId}`: a session as the session fetch shows it, from any workspace. */
export const showLocalSession: LocalHandler = ({ context, parameter, url }) => {
  const record = context.store.session(parameter)
  if (record === undefined) return refuse({ errorCode: 'localNotFound', message: 'there is no session of this id' })
  return answerJson({ workspace: record.workspace, session: showSession(context, record, url.origin) })
}

/** A session in summary. */
export function summarise(record: SessionRecord): object {
  const { sessionId, workspace, agentName, versionLabel, channelType, channelName, participant, status, turns } = record
  return {
    sessionId,
    workspace,
    agentName,
    version: versionLabel,
    channelType,
    channelName,
    participant: participant.name ?? participant.id,
    status,
    turns,
    createdAt: showInstant(record.createdAt),
    updatedAt: showInstant(lastChangeOf(record)),
  }
}

/** `GET /_local/outbox?limit=`: sent and waiting messages, newest first. */
export const showOutbox: LocalHandler = ({ context, url }) => {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 1_000) || 1_000)
  return answerJson({
    count: context.store.countMessages(),
    messages: showEach(context.store.newestMessages(limit), showMessage),
  })
}

/** `DELETE /_local/outbox/{sessionId}`: cancels messages that have not been sent yet (SCH-20). */
export const stopMessage: LocalHandler = ({ context, parameter }) => {
  const { store } = context
  const waiting = store.messagesOf(parameter).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0)
    return refuse({ errorCode: 'localNotFound', message: 'no message of this session waits to be sent' })
  store.transact(() => {
    for (const message of waiting) {
      store.dropTimer(`send ${message.id}`)
      store.putMessage({ ...message, status: 'stopped' })
    }
  })
  return answerJson({ stopped: waiting.map(({ id }) => id) })
}

/** A message, with times as date-times. */
export function showMessage({ due, sentAt, ...message }: OutboxMessage): object {
  return {
    ...message,
    due: showInstant(due),
    sentAt: sentAt === null ? null : showInstant(sentAt),
  }
}
