import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { inlineChatAnswerShape } from '../../api/chat.ts'
import { checkShape } from '../../api/shape.ts'
import type { ContractExchange } from '../world/outcome.ts'
import { parameterOf } from '../world/reading.ts'
import { blueprintLaws } from './blueprint-laws.ts'
import {
  among,
  bodyOf,
  type ContractLaws,
  each,
  expectThat,
  itemsOf,
  kindLaw,
  type Law,
  type Look,
  sentOf,
  showViolations,
} from './law.ts'
import { sessionLaws } from './session-laws.ts'
import { transcriptLaws } from './transcript-laws.ts'

const ofType =
  (...types: string[]) =>
  (exchange: ContractExchange): JsonObject[] =>
    itemsOf(exchange).filter(({ type }) => types.some((each) => each === type))

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** A law about the data of accepted answers of an operation. */
const answered =
  (operation: string, look: (data: unknown, exchange: ContractExchange) => Look): Law =>
  (exchange) =>
    isOf(exchange, operation) && exchange.outcome.accepted ? look(bodyOf(exchange)?.data, exchange) : 'absent'

const members = (data: unknown): JsonObject => (isJsonObject(data) ? data : {})

const excerptOf = (exchange: ContractExchange): string => cutText(exchange.answer.text, 160, '')

/** Whether the path is one its operation serves; the interface does not define answers for others (ENV-17). */
const isServed = ({ request }: ContractExchange): boolean => parameterOf(request) !== null

const isOf = ({ request }: ContractExchange, ...operations: string[]): boolean => operations.includes(request.operation)

/** The envelope of every answer (Response envelope; Errors). */
const envelopeLaws: ContractLaws = {
  'ENV-01': (exchange) => {
    if (isOf(exchange, 'node.trigger') || !isServed(exchange)) return 'absent'
    const body = bodyOf(exchange)
    if (body === null) return { broken: `the body is no JSON object: ${excerptOf(exchange)}` }
    const { responseCode, message, data } = body
    if (!Number.isInteger(responseCode)) return { broken: `responseCode is no integer: ${excerptOf(exchange)}` }
    if (typeof message !== 'string') return { broken: `message is no string: ${excerptOf(exchange)}` }
    return expectThat(
      data === null || typeof data === 'object',
      () => `data is no object, array or null: ${excerptOf(exchange)}`,
    )
  },
  'ENV-02': (exchange) => {
    const { status } = exchange.answer
    if (status < 400 || !isServed(exchange) || !isOf(exchange, 'session.get', 'chat.trigger', 'blueprints.get'))
      return 'absent'
    const code = bodyOf(exchange)?.responseCode
    return expectThat(code === status, `responseCode is ${String(code)} with the HTTP status ${status}`)
  },
  'ENV-03': (exchange) => {
    if (exchange.answer.status < 400 || !isServed(exchange) || !isOf(exchange, 'session.get', 'chat.trigger'))
      return 'absent'
    const body = bodyOf(exchange)
    const complete = typeof body?.errorCode === 'string' && body.errorCode !== '' && body.data === null
    return expectThat(complete, () => `errorCode or data: null is missing: ${excerptOf(exchange)}`)
  },
  'ENV-04': (exchange) => {
    const body = bodyOf(exchange)
    if (body === null || !exchange.outcome.accepted || isOf(exchange, 'call.trigger', 'node.trigger')) return 'absent'
    return expectThat(body.responseCode === 200, `responseCode is ${String(body.responseCode)} on a success`)
  },
  'ENV-08': (exchange) => {
    if (!isOf(exchange, 'call.trigger') || exchange.outcome.accepted) return 'absent'
    const { status } = exchange.answer
    const body = bodyOf(exchange)
    const readings = [body?.responseCode === status, body?.responseCode === 200]
    const calls = isJsonObject(body?.data) && body.data.callId !== undefined
    return expectThat(readings.some(Boolean) && !calls, () => `the status ${status} with ${excerptOf(exchange)}`)
  },
  'ENV-09': (exchange) => {
    const type = [exchange.answer.headers['content-type']].flat()[0] ?? ''
    return expectThat(/^application\/([\w.-]+\+)?json\b/i.test(type), `the content type is "${type}"`)
  },
  'ENV-20': ({ answer, request }) =>
    expectThat(
      answer.status < 500,
      () => `the status ${answer.status} to ${request.method} ${request.path}: ${cutText(answer.text, 160, '')}`,
    ),
}

/** The data of accepted triggers (Endpoints). */
const answerLaws: ContractLaws = {
  'CHA-01': answered('chat.trigger', (data, exchange) => {
    if (sentOf(exchange).doReturnResponse !== true) return 'absent'
    const shape = checkShape(inlineChatAnswerShape, data, 'data')
    return shape.ok ? 'held' : { broken: showViolations(shape.violations) }
  }),
  'CHA-06': answered('chat.trigger', (data, exchange) => {
    const { sessionId, doReturnResponse } = sentOf(exchange)
    if (doReturnResponse !== true || !isText(sessionId)) return 'absent'
    const got = members(data).sessionId
    return expectThat(got === sessionId, `session ${String(sessionId)} was continued, the answer is of ${String(got)}`)
  }),
  'DSP-20': answered('chat.trigger', (data, exchange) => {
    if ((sentOf(exchange).doReturnResponse ?? false) !== false) return 'absent'
    const { sessionId, transcript } = members(data)
    return expectThat(isText(sessionId) && transcript === undefined, 'data is not {sessionId} alone')
  }),
  'CAL-01': answered('call.trigger', (data) => expectThat(isText(members(data).callId), 'data.callId is no text')),
  'WFC-01': answered('workflow.call', (data) => expectThat(data === null, 'data is not null')),
  'DEL-01': answered('workflow.delete', (data) => expectThat(data === null, 'data is not null')),
  'BLU-01': answered('blueprints.get', (data) => {
    const { agents, workflowList } = members(data)
    return expectThat(Array.isArray(agents) && Array.isArray(workflowList), 'data is not {agents, workflowList}')
  }),
}

const media = { mimeType: ['string'], url: ['string'] }
/** The items of a message (Content item). */
const contentLaws: ContractLaws = {
  'CNT-01': kindLaw(ofType('text'), { text: ['string'] }),
  'CNT-02': kindLaw(ofType('image', 'video'), { ...media, caption: ['string', 'null', 'absent'] }),
  'CNT-03': kindLaw(ofType('audio'), media),
  'CNT-04': kindLaw(ofType('file'), { ...media, filename: ['string'] }),
  'CNT-05': kindLaw(ofType('button'), { text: ['string'], payload: ['string'] }),
  'CNT-06': among(itemsOf, 'type', ['text', 'image', 'video', 'audio', 'file', 'button']),
  'CNT-07': each(ofType('image', 'video', 'audio', 'file'), ({ url }) =>
    typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url) ? null : `url is ${JSON.stringify(url)}`,
  ),
  'CNT-08': each(ofType('image', 'video', 'audio'), ({ type, mimeType }) =>
    String(mimeType).startsWith(`${String(type)}/`) ? null : `an item of type ${String(type)} is ${String(mimeType)}`,
  ),
}

/** Every law of answers, by its rule id. */
export const allLaws: ContractLaws = {
  ...envelopeLaws,
  ...answerLaws,
  ...sessionLaws,
  ...transcriptLaws,
  ...contentLaws,
  ...blueprintLaws,
}
