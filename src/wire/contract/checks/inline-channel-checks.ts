import fc from 'fast-check'
import { unknownName } from '../requests/interesting-values.ts'
import { type Edit, editAll, omitMember, setMember } from '../world/draft.ts'
import type { ChannelFacts } from '../world/workspace-facts.ts'
import { sessionsOf, type World } from '../world/world.ts'
import { isDispatch, isInline, isText } from './chat-reading.ts'
import type { RequestChecks } from './request-check.ts'

const textTypes = ['waChat', 'webChat', 'email']

/** Whether an inline reply could go with a channel: of a type that the operation serves, and with an address. */
function isSound({ type, numbers, email }: ChannelFacts): boolean {
  return type === 'webChat' || (type === 'waChat' && numbers.length > 0) || (type === 'email' && email !== null)
}

function named({ subject }: World, fits: (channel: ChannelFacts) => boolean): fc.Arbitrary<Edit> | null {
  const names = subject.own.channels.filter((channel) => channel.enabled && fits(channel)).map(({ name }) => name)
  if (names.length === 0) return null
  return fc
    .constantFrom(...names)
    .map((name) =>
      editAll(setMember('communicationChannel', name), omitMember('customerNumber'), omitMember('customerEmail')),
    )
}

/** What is open about an inline reply that names a channel or goes on with a session of another kind (Trigger chat). */
export const inlineChannelChecks: RequestChecks = {
  'CHA-39': {
    from: ['inline'],
    edits: (world) => named(world, isSound),
    applies: (reading) => {
      const type = reading.channel?.type ?? ''
      const addressee = type === 'email' ? reading.body.customerEmail : reading.body.customerNumber
      return isInline(reading) && textTypes.includes(type) && !isText(addressee)
    },
  },
  'CHA-40': {
    from: ['inline'],
    edits: ({ subject }) =>
      unknownName(subject.own.channels.map(({ name }) => name)).map((name) => setMember('communicationChannel', name)),
    applies: (reading) =>
      isInline(reading) && typeof reading.body.communicationChannel === 'string' && reading.channel === null,
  },
  'CHA-41': {
    from: ['inline'],
    edits: (world) => named(world, (channel) => !isSound(channel)),
    applies: (reading) => isInline(reading) && reading.channel !== null && !isSound(reading.channel),
  },
  'CHA-31': {
    from: ['inline'],
    edits(world) {
      const sessions = world.sessions.filter(({ workspace, kind }) => workspace === 'own' && kind === 'inline')
      const pairs = sessions.flatMap(({ id, agent }) =>
        world.subject.own.agents.filter(({ name }) => name !== agent).map(({ name }): [string, string] => [id, name]),
      )
      if (pairs.length === 0) return null
      return fc
        .constantFrom(...pairs)
        .map(([id, name]) => editAll(setMember('sessionId', id), setMember('agentName', name)))
    },
    applies: (reading) => {
      const session = reading.session(reading.body.sessionId)
      return isInline(reading) && session !== null && session.agent !== reading.body.agentName
    },
  },
  'CHA-32': {
    from: ['inline'],
    edits(world) {
      const ids = sessionsOf(world, 'own', 'inline')
      if (ids.length === 0) return null
      return fc
        .constantFrom(...ids)
        .map((id) => editAll(setMember('sessionId', id), setMember('agentVersion', 'default')))
    },
    applies: (reading) =>
      isInline(reading) && reading.body.sessionId !== undefined && reading.body.agentVersion !== undefined,
  },
  'CHA-33': {
    from: ['inline'],
    edits(world) {
      const kinds = ['whatsapp', 'email', 'call'] as const
      const ids = kinds.flatMap((kind) => sessionsOf(world, 'own', kind))
      return ids.length === 0 ? null : fc.constantFrom(...ids).map((id) => setMember('sessionId', id))
    },
    applies: (reading) =>
      isInline(reading) && ['whatsapp', 'email', 'call'].includes(reading.session(reading.body.sessionId)?.kind ?? ''),
  },
  'CHA-34': {
    from: ['inline'],
    edits(world) {
      const ids = sessionsOf(world, 'own', 'completed')
      return ids.length === 0 ? null : fc.constantFrom(...ids).map((id) => setMember('sessionId', id))
    },
    applies: (reading) => isInline(reading) && reading.session(reading.body.sessionId)?.kind === 'completed',
  },
  'CHA-35': {
    from: ['waPrompt', 'emailSay'],
    edits: () => fc.uuid().map((id) => setMember('sessionId', id)),
    applies: (reading) => isDispatch(reading) && reading.body.sessionId !== undefined,
  },
  'CHA-44': {
    from: ['waPrompt', 'webPrompt'],
    edits: () => fc.constantFrom(setMember('message', 'hi'), setMember('chatOptions', { additionalContext: 'x' })),
    applies: (reading) =>
      isDispatch(reading) && (reading.body.message !== undefined || reading.body.chatOptions !== undefined),
  },
}
