import { channelTypes, type Session } from '../../wire/api/session.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import { blurEntries } from './blur-entries.ts'

/**
 * A session as another interpretation of the interface would show it: each member that the rules leave open takes any
 * value they allow.
 */
export function blurSession(session: Session, ambiguity: Ambiguity): Session {
  const blurred: Session = {
    ...session,
    agentDetails: { ...session.agentDetails },
    transcript: blurEntries(session.transcript, ambiguity),
  }
  if (ambiguity.choose('SES-12', ['null', 'absent']) === 'absent') {
    for (const key of ['number', 'email'] as const) {
      if (blurred.agentDetails[key] === null) delete (blurred.agentDetails as Partial<Session['agentDetails']>)[key]
    }
  }
  if (session.communicationChannelName === null && session.communicationChannelType === 'webChat') {
    const text = channelTypes.filter((type) => !type.endsWith('SipTrunk') && type !== 'webChat')
    blurred.communicationChannelType = ambiguity.choose('SES-14', ['webChat', ...text])
  }
  if (session.status === 'call_hangup') blurred.status = ambiguity.choose('SES-18', ['call_hangup', 'completed'])
  if (session.communicationChannelType === 'waVoice' && ambiguity.choose('SES-24', [false, true])) {
    Object.assign(blurred, { duration: null, retryAttemptNo: 0, recordingUrl: null })
  }
  const variables = ambiguity.choose('SES-30', ['equal', 'null', 'absent'])
  if (variables === 'null') blurred.dynamicVariables = null
  if (variables === 'absent') delete blurred.dynamicVariables
  return blurred
}
