import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { channelTypes } from '../../api/channel-type.ts'
import { sessionShape } from '../../api/session.ts'
import { sessionStatuses } from '../../api/session-status.ts'
import { checkShape } from '../../api/shape.ts'
import { parameterOf } from '../world/reading.ts'
import {
  among,
  type ContractLaws,
  each,
  expectThat,
  findMistyped,
  kindLaw,
  type Parts,
  sessionsIn,
  showViolations,
} from './law.ts'

const textTypes: unknown[] = ['email', 'waChat', 'sms', 'webChat']
const text = ['string']
const maybeText = ['string', 'null']
/** The members that only calls have. */
const callTypes = {
  duration: ['number', 'null', 'absent'],
  retryAttemptNo: ['number', 'absent'],
  recordingUrl: [...maybeText, 'absent'],
}

/** Whether a text is an ISO 8601 date-time with an offset. */
export function isDateTime(value: unknown): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
  return typeof value === 'string' && form.test(value) && !Number.isNaN(Date.parse(value))
}

const sessionsOver =
  (...types: unknown[]): Parts =>
  (exchange) =>
    sessionsIn(exchange).filter((session) => types.includes(session.communicationChannelType))

/** Objects that could be the participant: any unlisted member with a text id (SES-11). */
function participantsOf(session: JsonObject): JsonObject[] {
  const memberNames = ['agentDetails', 'dynamicVariables', 'analysis']
  return Object.entries(session).flatMap(([name, value]) =>
    !memberNames.includes(name) && isJsonObject(value) && typeof value.id === 'string' ? [value] : [],
  )
}

/** A fetched session (Session; States and transitions). */
export const sessionLaws: ContractLaws = {
  'SES-01': (exchange) => {
    const [session] = sessionsIn(exchange)
    if (session === undefined)
      return exchange.request.operation === 'session.get' && exchange.outcome.accepted
        ? { broken: 'data is no object' }
        : 'absent'
    const shape = checkShape(sessionShape, session, 'data')
    if (!shape.ok) return { broken: showViolations(shape.violations) }
    return expectThat(
      session.sessionId === parameterOf(exchange.request),
      `sessionId is ${JSON.stringify(session.sessionId)}`,
    )
  },
  'SES-10': each(
    sessionsIn,
    (session) =>
      findMistyped(session, {
        sessionId: text,
        agentDetails: ['object'],
        communicationChannelType: text,
        transcript: ['array'],
        status: text,
        time: text,
        createdAt: text,
        updatedAt: text,
      }) ?? (participantsOf(session).length > 0 ? null : 'no object member with a text id is the participant'),
  ),
  'SES-11': each(sessionsIn, (session) => {
    const [participant, ...more] = participantsOf(session)
    if (participant === undefined || more.length > 0)
      return `${participantsOf(session).length} members could be the participant`
    return findMistyped(participant, { id: text, name: maybeText, number: maybeText, email: maybeText })
  }),
  'SES-12': each(sessionsIn, ({ agentDetails }) => {
    const maybe = [...maybeText, 'absent']
    if (!isJsonObject(agentDetails)) return 'agentDetails is no object'
    return findMistyped(agentDetails, { name: text, number: maybe, email: maybe, version: maybe })
  }),
  'SES-13': among(sessionsIn, 'communicationChannelType', channelTypes),
  'SES-14': each(
    (exchange) => sessionsIn(exchange).filter(({ communicationChannelName }) => communicationChannelName === null),
    ({ communicationChannelType: type }) =>
      channelTypes.some((each) => each === type) ? null : `it is ${String(type)}`,
  ),
  'SES-15': among(sessionsIn, 'status', sessionStatuses),
  'SES-16': each(sessionsOver(...textTypes), ({ status }) =>
    String(status).startsWith('call_') ? `a text session is ${String(status)}` : null,
  ),
  'SES-20': each(sessionsIn, ({ time, createdAt, updatedAt }) =>
    [time, createdAt, updatedAt].every(isDateTime)
      ? null
      : `not all of ${String(time)}, ${String(createdAt)}, ${String(updatedAt)} are date-times`,
  ),
  'SES-21': each(sessionsIn, ({ createdAt, updatedAt }) =>
    Date.parse(String(updatedAt)) >= Date.parse(String(createdAt))
      ? null
      : `updated ${String(updatedAt)}, created ${String(createdAt)}`,
  ),
  'SES-23': each(sessionsOver(...textTypes), (session) => {
    const there = Object.keys(callTypes).filter((name) => Object.hasOwn(session, name))
    return there.length === 0 ? null : `a ${String(session.communicationChannelType)} session has ${there.join(', ')}`
  }),
  'SES-24': kindLaw(sessionsOver('waVoice'), callTypes),
  'SES-25': each(sessionsOver('inboundSipTrunk', 'outboundSipTrunk'), (session) => {
    const { duration, retryAttemptNo, recordingUrl } = session
    const wrong = findMistyped(session, callTypes)
    if (wrong !== null) return wrong
    if (typeof duration === 'number' && duration < 0) return `duration is ${duration}`
    if (typeof retryAttemptNo === 'number' && !(Number.isInteger(retryAttemptNo) && retryAttemptNo >= 0))
      return `retryAttemptNo is ${retryAttemptNo}`
    return typeof recordingUrl === 'string' && !URL.canParse(recordingUrl) ? `recordingUrl is ${recordingUrl}` : null
  }),
  'SES-28': kindLaw(sessionsIn, {
    dynamicVariables: ['object', 'null', 'absent'],
    communicationChannelName: [...maybeText, 'absent'],
    analysis: ['object', 'null', 'absent'],
  }),
}
