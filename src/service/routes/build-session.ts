import type { Participant, Session } from '../../wire/api/session.ts'
import type { ServiceContext } from '../context/context.ts'
import { linkFrom, signEntries } from '../media/sign-links.ts'
import type { SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'

/** A session as fetched, its links good for 15 minutes; only SIP has the call members (SES-23 to SES-25). */
export function buildSession(context: ServiceContext, record: SessionRecord, origin: string): Session {
  const link = linkFrom(context, origin)
  const customer: Participant = { ...record.participant }
  const session: Session = {
    sessionId: record.sessionId,
    agentDetails: {
      name: record.agentName,
      number: record.agentNumber,
      email: record.agentEmail,
      version: record.versionLabel,
    },
    dynamicVariables: record.variables,
    communicationChannelType: record.channelType,
    communicationChannelName: record.channelName,
    transcript: signEntries(context.store.transcript(record.sessionId), link),
    analysis: record.analysis,
    status: record.status,
    time: showInstant(record.time),
    createdAt: showInstant(record.createdAt),
    updatedAt: showInstant(lastChangeOf(record)),
    ...callMembers(record, link),
  }
  return Object.assign(session, { [context.participantKey]: customer })
}

/** When a session last changed: not before its latest entry, which tools' times may put ahead of the clock. */
export function lastChangeOf({ updatedAt, latest }: SessionRecord): number {
  return Math.max(updatedAt, latest)
}

function callMembers(
  { call, channelType, sessionId }: SessionRecord,
  link: (path: string) => string,
): Partial<Session> {
  if (call === null || channelType === 'waVoice') return {}
  const { duration, retryAttemptNo, recorded } = call
  return { duration, retryAttemptNo, recordingUrl: recorded ? link(`/_local/recordings/${sessionId}.wav`) : null }
}
