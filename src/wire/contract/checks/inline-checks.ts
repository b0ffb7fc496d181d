import fc from 'fast-check'
import type { JsonValue } from '../../../base/json/json.ts'
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
import { editAll, leave, omitMember, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import { type ChannelFacts, sessionsOf, type World } from '../world/world.ts'
import { checksOf, isDispatch, isInline, isText, type RequestChecks } from './request-check.ts'

const scheduling = ['scheduleTime', 'startWorkingHour', 'endWorkingHour'] as const
const schedulingValue = {
  scheduleTime: instant.map(writeInstant),
  startWorkingHour: hour,
  endWorkingHour: hour,
} satisfies Record<string, fc.Arbitrary<JsonValue>>

const setAny = (path: string, values: fc.Arbitrary<JsonValue>): fc.Arbitrary<RequestEdit> =>
  values.map((value) => putMember(path, value))

const mixed: fc.Arbitrary<RequestEdit> = fc
  .record(schedulingValue, { requiredKeys: [] })
  .filter((members) => Object.values(members).some((value) => value !== undefined))
  .map((members) =>
    editAll(
      ...Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [putMember(name, value)])),
    ),
  )

const check = checksOf(['inline'], isInline)

/** An inline reply: its session, its agent, its message, and what must not be combined with it (Trigger chat). */
export const inlineChecks: RequestChecks = {
  'HST-02': check([leave]),
  'CHA-01': check([leave]),
  'CHA-07': check(
    setAny('sessionId', unknownId),
    ({ body, session }) => isText(body.sessionId) && session(body.sessionId) === null,
  ),
  'CHA-08': check([putMember('sessionId', '')], ({ body }) => body.sessionId === ''),
  'CHA-09': check([omitMember('agentName')], ({ body }) => body.agentName === undefined),
  ...Object.fromEntries(
    scheduling.map((name, index) => [
      `CHA-1${index}`,
      check(setAny(name, schedulingValue[name]), ({ body }) => typeof body[name] === 'string'),
    ]),
  ),
  'CHA-13': check(mixed, ({ body }) => scheduling.some((name) => typeof body[name] === 'string')),
  'CHA-14': check(setAny('timezone', zone), ({ body }) => typeof body.timezone === 'string'),
  'CHA-15': check(setEach('scheduleTime', 12, true, {}, []), ({ body }) =>
    scheduling.some((name) => !['string', 'undefined'].includes(typeof body[name]) && body[name] !== null),
  ),
  'CHA-16': check(
    [editAll(omitMember('message'), omitMember('sessionId'))],
    ({ body }) => body.message === undefined && body.sessionId === undefined,
  ),
  'CHA-17': check(
    (world) => continuing(world, omitMember('message')),
    ({ body }) => body.message === undefined && isText(body.sessionId),
  ),
  'CHA-18': check([putMember('message', '')], ({ body }) => body.message === ''),
  'CHA-19': check(
    setAny('message', oddText),
    ({ body }) => typeof body.message === 'string' && !/^[\p{L}\p{N}\p{P}\p{S}\p{M} \n]{1,2000}$/u.test(body.message),
  ),
  'CHA-38': check(
    ({ subject }) =>
      subject.reach === 'everything'
        ? fc.oneof(setAny('customerNumber', customerNumber), setAny('customerEmail', customerEmail))
        : null,
    ({ body }) => isText(body.customerNumber) || isText(body.customerEmail),
  ),
  'CHA-42': check(setEach('attachments', ['https://example.com/a.pdf']), ({ body }) => body.attachments !== undefined),
  'CHA-43': check(
    fc.oneof(
      fc.constantFrom(...setEach('whatsappOptions', { messageType: 'say' }, { messageType: 'template' }, {})),
      fc.constantFrom(...setEach('emailOptions', { messageType: 'say' }, { replyTo: 'no-such-id' })),
    ),
    ({ body }) => body.whatsappOptions !== undefined || body.emailOptions !== undefined,
  ),
}

/** Edits that continue an inline session, one for each, and do something else. */
function continuing(world: World, edit: RequestEdit): RequestEdit[] {
  return sessionsOf(world, 'own', 'inline').map((id) => editAll(putMember('sessionId', id), edit))
}

const textTypes = ['waChat', 'webChat', 'email']

/** Whether an inline reply could use a channel: it has a type that the operation serves, and an address. */
function isSound({ type, numbers, email }: ChannelFacts): boolean {
  return type === 'webChat' || (type === 'waChat' && numbers.length > 0) || (type === 'email' && email !== null)
}

function editsNaming({ subject }: World, fits: (channel: ChannelFacts) => boolean): RequestEdit[] {
  return subject.own.channels
    .filter((channel) => channel.enabled && fits(channel))
    .map(({ name }) =>
      editAll(putMember('communicationChannel', name), omitMember('customerNumber'), omitMember('customerEmail')),
    )
}

const customerKinds = ['whatsapp', 'email', 'call'] as const

/** What is left open for inline replies that name a channel or continue another kind of session (Trigger chat). */
export const inlineChannelChecks: RequestChecks = {
  'CHA-39': check(
    (world) => editsNaming(world, isSound),
    ({ body, channel }) => {
      const type = channel?.type ?? ''
      return textTypes.includes(type) && !isText(type === 'email' ? body.customerEmail : body.customerNumber)
    },
  ),
  'CHA-40': check(
    ({ subject }) => setAny('communicationChannel', unknownName(subject.own.channels.map(({ name }) => name))),
    ({ body, channel }) => typeof body.communicationChannel === 'string' && channel === null,
  ),
  'CHA-41': check(
    (world) => editsNaming(world, (channel) => !isSound(channel)),
    ({ channel }) => channel !== null && !isSound(channel),
  ),
  'CHA-31': check(
    ({ sessions, subject }) =>
      sessions
        .filter(({ workspace, kind }) => workspace === 'own' && kind === 'inline')
        .flatMap(({ id, agent }) =>
          subject.own.agents
            .filter(({ name }) => name !== agent)
            .map(({ name }) => editAll(putMember('sessionId', id), putMember('agentName', name))),
        ),
    (reading) => {
      const session = reading.session(reading.body.sessionId)
      return session !== null && session.agent !== reading.body.agentName
    },
  ),
  'CHA-32': check(
    (world) => continuing(world, putMember('agentVersion', 'default')),
    ({ body }) => body.sessionId !== undefined && body.agentVersion !== undefined,
  ),
  'CHA-33': check(
    (world) => setEach('sessionId', ...customerKinds.flatMap((kind) => sessionsOf(world, 'own', kind))),
    ({ body, session }) => customerKinds.some((kind) => kind === session(body.sessionId)?.kind),
  ),
  'CHA-34': check(
    (world) => setEach('sessionId', ...sessionsOf(world, 'own', 'completed')),
    ({ body, session }) => session(body.sessionId)?.kind === 'completed',
  ),
  'CHA-35': checksOf(['waPrompt', 'emailSay'], isDispatch)(
    fc.uuid().map((id) => putMember('sessionId', id)),
    ({ body }) => body.sessionId !== undefined,
  ),
  'CHA-44': checksOf(['waPrompt', 'webPrompt'], isDispatch)(
    [putMember('message', 'hi'), putMember('chatOptions', { additionalContext: 'x' })],
    ({ body }) => body.message !== undefined || body.chatOptions !== undefined,
  ),
}
