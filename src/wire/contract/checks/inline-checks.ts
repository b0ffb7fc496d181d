import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import {
  customerEmail,
  customerNumber,
  hour,
  instant,
  oddText,
  unknownId,
  unknownName,
  writeInstant,
  zone,
} from '../requests/interesting-values.ts'
import { type Edit, editAll, leave, omitMember, putMember } from '../world/contract-request.ts'
import { type ChannelFacts, sessionsOf, type World } from '../world/world.ts'
import { isDispatch, isInline, isText, type RequestChecks } from './request-check.ts'

const scheduling = ['scheduleTime', 'startWorkingHour', 'endWorkingHour'] as const
const schedulingValue = {
  scheduleTime: instant.map(writeInstant),
  startWorkingHour: hour,
  endWorkingHour: hour,
} satisfies Record<string, fc.Arbitrary<JsonValue>>

const setAny = (path: string, values: fc.Arbitrary<JsonValue>): fc.Arbitrary<Edit> =>
  values.map((value) => putMember(path, value))

/** Any non-empty mix of the scheduling members. */
const mixed: fc.Arbitrary<Edit> = fc
  .record(schedulingValue, { requiredKeys: [] })
  .filter((members) => Object.values(members).some((value) => value !== undefined))
  .map((members) =>
    editAll(
      ...Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [putMember(name, value)])),
    ),
  )

/** An inline reply: its session, its agent, its message, and what must not be combined with it (Trigger chat). */
export const inlineChecks: RequestChecks = {
  'HST-02': { from: ['inline'], edits: () => fc.constant(leave), applies: isInline },
  'CHA-01': { from: ['inline'], edits: () => fc.constant(leave), applies: isInline },
  'CHA-07': {
    from: ['inline'],
    edits: () => setAny('sessionId', unknownId),
    applies: (reading) =>
      isInline(reading) && isText(reading.body.sessionId) && reading.session(reading.body.sessionId) === null,
  },
  'CHA-08': {
    from: ['inline'],
    edits: () => fc.constant(putMember('sessionId', '')),
    applies: (reading) => isInline(reading) && reading.body.sessionId === '',
  },
  'CHA-09': {
    from: ['inline'],
    edits: () => fc.constant(omitMember('agentName')),
    applies: (reading) => isInline(reading) && reading.body.agentName === undefined,
  },
  ...Object.fromEntries(
    scheduling.map((name, index) => [
      `CHA-1${index}`,
      {
        from: ['inline'] as const,
        edits: () => setAny(name, schedulingValue[name]),
        applies: (reading) => isInline(reading) && typeof reading.body[name] === 'string',
      } satisfies RequestChecks[string],
    ]),
  ),
  'CHA-13': {
    from: ['inline'],
    edits: () => mixed,
    applies: (reading) => isInline(reading) && scheduling.some((name) => typeof reading.body[name] === 'string'),
  },
  'CHA-14': {
    from: ['inline'],
    edits: () => setAny('timezone', zone),
    applies: (reading) => isInline(reading) && typeof reading.body.timezone === 'string',
  },
  'CHA-15': {
    from: ['inline'],
    edits: () => setAny('scheduleTime', fc.constantFrom<JsonValue[]>(12, true, {}, [])),
    applies: (reading) =>
      isInline(reading) &&
      scheduling.some(
        (name) => !['string', 'undefined'].includes(typeof reading.body[name]) && reading.body[name] !== null,
      ),
  },
  'CHA-16': {
    from: ['inline'],
    edits: () => fc.constant(editAll(omitMember('message'), omitMember('sessionId'))),
    applies: (reading) =>
      isInline(reading) && reading.body.message === undefined && reading.body.sessionId === undefined,
  },
  'CHA-17': {
    from: ['inline'],
    edits(world) {
      const ids = sessionsOf(world, 'own', 'inline')
      if (ids.length === 0) return null
      return fc.constantFrom(...ids).map((id) => editAll(omitMember('message'), putMember('sessionId', id)))
    },
    applies: (reading) => isInline(reading) && reading.body.message === undefined && isText(reading.body.sessionId),
  },
  'CHA-18': {
    from: ['inline'],
    edits: () => fc.constant(putMember('message', '')),
    applies: (reading) => isInline(reading) && reading.body.message === '',
  },
  'CHA-19': {
    from: ['inline'],
    edits: () => setAny('message', oddText),
    applies: ({ body, ...reading }) =>
      isInline({ body, ...reading }) &&
      typeof body.message === 'string' &&
      !/^[\p{L}\p{N}\p{P}\p{S}\p{M} \n]{1,2000}$/u.test(body.message),
  },
  'CHA-38': {
    from: ['inline'],
    edits: ({ subject }) =>
      subject.reach === 'everything'
        ? fc.oneof(setAny('customerNumber', customerNumber), setAny('customerEmail', customerEmail))
        : null,
    applies: (reading) =>
      isInline(reading) && (isText(reading.body.customerNumber) || isText(reading.body.customerEmail)),
  },
  'CHA-42': {
    from: ['inline'],
    edits: () => setAny('attachments', fc.constant(['https://example.com/a.pdf'])),
    applies: (reading) => isInline(reading) && reading.body.attachments !== undefined,
  },
  'CHA-43': {
    from: ['inline'],
    edits: () =>
      fc.oneof(
        setAny(
          'whatsappOptions',
          fc.constantFrom<JsonValue[]>({ messageType: 'say' }, { messageType: 'template' }, {}),
        ),
        setAny('emailOptions', fc.constantFrom<JsonValue[]>({ messageType: 'say' }, { replyTo: 'no-such-id' })),
      ),
    applies: (reading) =>
      isInline(reading) && (reading.body.whatsappOptions !== undefined || reading.body.emailOptions !== undefined),
  },
}

const textTypes = ['waChat', 'webChat', 'email']

/** Whether an inline reply could use a channel: it has a type that the operation serves, and an address. */
function isSound({ type, numbers, email }: ChannelFacts): boolean {
  return type === 'webChat' || (type === 'waChat' && numbers.length > 0) || (type === 'email' && email !== null)
}

function named({ subject }: World, fits: (channel: ChannelFacts) => boolean): fc.Arbitrary<Edit> | null {
  const names = subject.own.channels.filter((channel) => channel.enabled && fits(channel)).map(({ name }) => name)
  if (names.length === 0) return null
  return fc
    .constantFrom(...names)
    .map((name) =>
      editAll(putMember('communicationChannel', name), omitMember('customerNumber'), omitMember('customerEmail')),
    )
}

/**
 * What the interface leaves open for an inline reply that names a channel or continues a session of another
 * kind (Trigger chat).
 */
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
      unknownName(subject.own.channels.map(({ name }) => name)).map((name) => putMember('communicationChannel', name)),
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
        .map(([id, name]) => editAll(putMember('sessionId', id), putMember('agentName', name)))
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
        .map((id) => editAll(putMember('sessionId', id), putMember('agentVersion', 'default')))
    },
    applies: (reading) =>
      isInline(reading) && reading.body.sessionId !== undefined && reading.body.agentVersion !== undefined,
  },
  'CHA-33': {
    from: ['inline'],
    edits(world) {
      const kinds = ['whatsapp', 'email', 'call'] as const
      const ids = kinds.flatMap((kind) => sessionsOf(world, 'own', kind))
      return ids.length === 0 ? null : fc.constantFrom(...ids).map((id) => putMember('sessionId', id))
    },
    applies: (reading) =>
      isInline(reading) && ['whatsapp', 'email', 'call'].includes(reading.session(reading.body.sessionId)?.kind ?? ''),
  },
  'CHA-34': {
    from: ['inline'],
    edits(world) {
      const ids = sessionsOf(world, 'own', 'completed')
      return ids.length === 0 ? null : fc.constantFrom(...ids).map((id) => putMember('sessionId', id))
    },
    applies: (reading) => isInline(reading) && reading.session(reading.body.sessionId)?.kind === 'completed',
  },
  'CHA-35': {
    from: ['waPrompt', 'emailSay'],
    edits: () => fc.uuid().map((id) => putMember('sessionId', id)),
    applies: (reading) => isDispatch(reading) && reading.body.sessionId !== undefined,
  },
  'CHA-44': {
    from: ['waPrompt', 'webPrompt'],
    edits: () => fc.constantFrom(putMember('message', 'hi'), putMember('chatOptions', { additionalContext: 'x' })),
    applies: (reading) =>
      isDispatch(reading) && (reading.body.message !== undefined || reading.body.chatOptions !== undefined),
  },
}
