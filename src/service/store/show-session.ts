import type { Participant, Session } from '../../api/session.ts'
import type { SessionRecord } from './session-record.ts'

/** The key of the customer in a session, as the interface prints it (SES-11). */
const participantKey = 'the service'

/** A record as the session fetch shows it. The call-only members are left out, since this is no call (SES-23). */
export function showSession(record: SessionRecord): Session {
  const { participant } = record
  const customer: Participant = { id: participant.id, name: null, number: participant.number, email: participant.email }
  const session: Session = {
    sessionId: record.sessionId,
    agentDetails: { name: record.agentName, number: null, email: null, version: record.versionLabel },
    dynamicVariables: record.variables,
    communicationChannelType: record.channelType,
    communicationChannelName: record.channelName,
    transcript: record.transcript,
    analysis: null,
    status: record.status,
    time: new Date(record.time).toISOString(),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
  }
  return Object.assign(session, { [participantKey]: customer })
}
