import type { Participant, Session } from '../../wire/api/session.ts'
import type { ServiceContext } from '../context/context.ts'
import { linkFrom, signEntries } from '../media/sign-links.ts'
import type { SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'

/**
 * A session as the session fetch shows it, with links that work from `origin` for 15 minutes. Only SIP calls have the
 * three call-only members (SES-23 to SES-25).
 */
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

/**
 * When a session last changed: no earlier than its latest entry, whose time may be ahead of the clock by as long as
 * tools took.
 */
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
