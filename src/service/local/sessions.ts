import { refuse } from '../answer/answer.ts'
import { lastChangeOf, showSession } from '../routes/show-session.ts'
import type { SessionRecord } from '../store/session-record.ts'
import { showInstant } from '../time/instant.ts'
import { answerJson, type LocalHandler } from './local-call.ts'
import { showEach } from './show-each.ts'

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
