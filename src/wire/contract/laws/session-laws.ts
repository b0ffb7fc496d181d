import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { channelTypes, sessionShape } from '../../api/session.ts'
import { sessionStatuses } from '../../api/session-status.ts'
import { checkShape } from '../../api/shape.ts'
import type { ContractExchange } from '../world/outcome.ts'
import { parameterOf } from '../world/reading.ts'
import { type ContractLaws, expectThat, findMistyped, one, sessionOf, showViolations } from './law.ts'

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

const typed = (kinds: Record<string, readonly string[]>) => one(sessionOf, (session) => findMistyped(session, kinds))
/** Sessions that fit, for laws about these alone. */
const sessionIf =
  (fits: (session: JsonObject) => boolean) =>
  (exchange: ContractExchange): JsonObject | null => {
    const session = sessionOf(exchange)
    return session !== null && fits(session) ? session : null
  }
const sessionOver = (...types: unknown[]) => sessionIf((session) => types.includes(session.communicationChannelType))

/**
 * Objects that could be the participant: any member with a text id, except those that the interface lists (SES-11).
 */
function participantsOf(session: JsonObject): JsonObject[] {
  const named = ['agentDetails', 'dynamicVariables', 'analysis']
  return Object.entries(session).flatMap(([name, value]) =>
    !named.includes(name) && isJsonObject(value) && typeof value.id === 'string' ? [value] : [],
  )
}

/** A fetched session (Session; States and transitions). */
export const sessionLaws: ContractLaws = {
  'SES-01': (exchange) => {
    const session = sessionOf(exchange)
    if (session === null)
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
  'SES-10': one(
    sessionOf,
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
  'SES-11': one(sessionOf, (session) => {
    const [participant, ...more] = participantsOf(session)
    if (participant === undefined || more.length > 0)
      return `${participantsOf(session).length} members could be the participant`
    return findMistyped(participant, { id: text, name: maybeText, number: maybeText, email: maybeText })
  }),
  'SES-12': one(sessionOf, ({ agentDetails }) =>
    isJsonObject(agentDetails)
      ? findMistyped(agentDetails, {
          name: text,
          number: [...maybeText, 'absent'],
          email: [...maybeText, 'absent'],
          version: [...maybeText, 'absent'],
        })
      : 'agentDetails is no object',
  ),
  'SES-13': one(sessionOf, ({ communicationChannelType: type }) =>
    channelTypes.some((each) => each === type) ? null : `communicationChannelType is ${JSON.stringify(type)}`,
  ),
  'SES-14': one(
    sessionIf(({ communicationChannelName }) => communicationChannelName === null),
    ({ communicationChannelType: type }) =>
      channelTypes.some((each) => each === type) ? null : `it is ${String(type)}`,
  ),
  'SES-15': one(sessionOf, ({ status }) =>
    sessionStatuses.some((each) => each === status) ? null : `status is ${JSON.stringify(status)}`,
  ),
  'SES-16': one(sessionOver(...textTypes), ({ status }) =>
    String(status).startsWith('call_') ? `a text session is ${String(status)}` : null,
  ),
  'SES-20': one(sessionOf, ({ time, createdAt, updatedAt }) =>
    [time, createdAt, updatedAt].every(isDateTime)
      ? null
      : `not all of ${String(time)}, ${String(createdAt)}, ${String(updatedAt)} are date-times`,
  ),
  'SES-21': one(sessionOf, ({ createdAt, updatedAt }) =>
    Date.parse(String(updatedAt)) >= Date.parse(String(createdAt))
      ? null
      : `updated ${String(updatedAt)}, created ${String(createdAt)}`,
  ),
  'SES-23': one(sessionOver(...textTypes), (session) => {
    const there = Object.keys(callTypes).filter((name) => Object.hasOwn(session, name))
    return there.length === 0 ? null : `a ${String(session.communicationChannelType)} session has ${there.join(', ')}`
  }),
  'SES-24': one(sessionOver('waVoice'), (session) => findMistyped(session, callTypes)),
  'SES-25': one(sessionOver('inboundSipTrunk', 'outboundSipTrunk'), (session) => {
    const { duration, retryAttemptNo, recordingUrl } = session
    const wrong = findMistyped(session, callTypes)
    if (wrong !== null) return wrong
    if (typeof duration === 'number' && duration < 0) return `duration is ${duration}`
    if (typeof retryAttemptNo === 'number' && !(Number.isInteger(retryAttemptNo) && retryAttemptNo >= 0))
      return `retryAttemptNo is ${retryAttemptNo}`
    return typeof recordingUrl === 'string' && !URL.canParse(recordingUrl) ? `recordingUrl is ${recordingUrl}` : null
  }),
  'SES-28': typed({
    dynamicVariables: ['object', 'null', 'absent'],
    communicationChannelName: [...maybeText, 'absent'],
    analysis: ['object', 'null', 'absent'],
  }),
}
