import type { Participant, Session } from '../../wire/api/session.ts'
import { type Child, element } from '../kit/element.ts'
import { factList, factValue } from '../kit/json-block.ts'
import { entryView, pairEntries } from './entry-view.ts'
import { describeVersion, linkTo, statusWord, timeOf } from './labels.ts'
import { empty } from './table.ts'
import { consoleHash } from './view.ts'

export interface SessionViewFacts {
  /** The id in the address; null when no session is open. */
  id: string | null
  /** Null until the service has answered, or when it has no such session. */
  session: Session | null
  absent: boolean
  workspace: string | null
  day: string
  /** Its draft as a conversation of a suite, once the reader asked for it. */
  conversation: string | null
}

export function buildSessionView({ id, session, absent, workspace, day, conversation }: SessionViewFacts): Child[] {
  if (id === null) return [empty('No session is open.', 'Choose one from the list to read its transcript.')]
  const back = element('a', { class: 'back', href: consoleHash({ tab: 'sessions', session: null }) }, 'All sessions')
  if (absent)
    return [
      back,
      empty('There is no such session.', element('code', {}, id), ' is not, or no longer, in the local service.'),
    ]
  if (session === null) return [back]
  return [back, element('div', { 'data-key': id }, ...partsOf(session, { workspace, day, conversation }))]
}

type Told = Pick<SessionViewFacts, 'workspace' | 'day' | 'conversation'>

function partsOf(session: Session, { workspace, day, conversation }: Told): Child[] {
  const { agentDetails, status, transcript, dynamicVariables, analysis } = session
  const pairs = pairEntries(transcript)
  return [
    element(
      'header',
      'session-head',
      element('h2', {}, agentDetails.name, element('span', 'version', describeVersion(agentDetails.version))),
      statusWord(status),
      element(
        'button',
        { type: 'button', 'data-do': 'copy conversation', 'data-session': session.sessionId },
        'Copy as conversation',
      ),
    ),
    conversation === null
      ? null
      : element('pre', { class: 'drafted', tabindex: '0', 'data-key': 'drafted' }, conversation),
    element('div', 'session-facts', sessionFacts(session, workspace, day)),
    section('dynamicVariables', dynamicVariables),
    element('h3', { 'data-key': 'transcript' }, 'transcript'),
    pairs.length === 0
      ? empty('Nothing was said yet.', 'Entries appear here as they are written.')
      : element('ol', { class: 'transcript', 'data-key': 'entries' }, ...pairs.map((entry) => entryView(entry, day))),
    section('analysis', analysis),
  ]
}

function section(name: string, values: object | null | undefined): Child {
  if (values === null || values === undefined || Object.keys(values).length === 0) return null
  return element(
    'details',
    { class: 'section', open: '', 'data-key': name },
    element('summary', {}, name),
    factList(Object.entries(values).map(([key, value]) => [key, factValue(value)])),
  )
}

/** The facts of a session other than its transcript. The last three exist for calls only (SES-23). */
function sessionFacts(session: Session, workspace: string | null, day: string): HTMLElement {
  const { agentDetails, communicationChannelName, communicationChannelType } = session
  const customer = findParticipant(session)
  return factList([
    ['session', element('code', 'whole', session.sessionId)],
    ['workspace', workspace],
    ['channel', joinParts(communicationChannelType, communicationChannelName)],
    ['agent', joinParts(agentDetails.number, agentDetails.email)],
    ['customer', customer === null ? null : joinParts(customer.name, customer.id, customer.number, customer.email)],
    ['created', timeOf(session.createdAt, day)],
    ['updated', timeOf(session.updatedAt, day)],
    ['duration', arriving(session.duration, (seconds) => `${seconds} s`)],
    ['retry', typeof session.retryAttemptNo === 'number' ? String(session.retryAttemptNo) : null],
    ['recording', arriving(session.recordingUrl, (url) => linkTo(url, 'recording'))],
  ])
}

const joinParts = (...parts: (string | null | undefined)[]): string => [...new Set(parts.filter(Boolean))].join(' · ')

const others = ['agentDetails', 'dynamicVariables', 'analysis', 'transcript']

/** The customer of a session: the member, whatever its name, whose `id` is a string (SES-11). */
function findParticipant(session: Session): Participant | null {
  const members = Object.entries(session).filter(([key]) => !others.includes(key))
  return (members.map(([, value]) => value).find(isParticipant) as Participant | undefined) ?? null
}

const isParticipant = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

function arriving<T>(value: T | null | undefined, draw: (value: T) => Child): Child {
  if (value === undefined) return null
  return value === null ? element('span', 'muted', 'none yet') : draw(value)
}
