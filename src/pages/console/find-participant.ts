import type { Participant, Session } from '../../wire/api/session.ts'

const others = ['agentDetails', 'dynamicVariables', 'analysis', 'transcript']

/** The customer of a session: the member, whatever its name, that has a text `id` (SES-11). */
export function findParticipant(session: Session): Participant | null {
  const members = Object.entries(session).filter(([key]) => !others.includes(key))
  return (members.map(([, value]) => value).find(isParticipant) as Participant | undefined) ?? null
}

const isParticipant = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
