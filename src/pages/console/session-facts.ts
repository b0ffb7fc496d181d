import type { Session } from '../../wire/api/session.ts'
import { type Child, element } from '../kit/element.ts'
import { factList } from './fact-list.ts'
import { findParticipant } from './find-participant.ts'
import { linkTo } from './link-to.ts'
import { timeOf } from './show-time.ts'

/** What is known of a session besides its transcript. The last three are there for calls only (SES-23). */
export function sessionFacts(session: Session, workspace: string | null, day: string): HTMLElement {
  const { agentDetails, communicationChannelName, communicationChannelType } = session
  const customer = findParticipant(session)
  return factList([
    ['session', element('code', 'whole', session.sessionId)],
    ['workspace', workspace],
    ['channel', listed(communicationChannelType, communicationChannelName)],
    ['agent', listed(agentDetails.number, agentDetails.email)],
    ['customer', customer === null ? null : listed(customer.name, customer.id, customer.number, customer.email)],
    ['created', timeOf(session.createdAt, day)],
    ['updated', timeOf(session.updatedAt, day)],
    ['duration', durationOf(session.duration)],
    ['retry', typeof session.retryAttemptNo === 'number' ? String(session.retryAttemptNo) : null],
    ['recording', recordingOf(session.recordingUrl)],
  ])
}

const listed = (...parts: (string | null | undefined)[]): string => [...new Set(parts.filter(Boolean))].join(' · ')

function durationOf(duration: number | null | undefined): Child {
  if (duration === undefined) return null
  return duration === null ? element('span', 'muted', 'none yet') : `${duration} s`
}

function recordingOf(url: string | null | undefined): Child {
  if (url === undefined) return null
  return url === null ? element('span', 'muted', 'none yet') : linkTo(url, 'recording')
}
