import { isJsonObject } from '../../../base/json.ts'
import type { Exchange } from '../world/exchange.ts'
import type { Laws } from '../world/law.ts'
import { parameterOf } from '../world/reading.ts'
import { bodyOf, expectThat, one } from './parts.ts'

const shown = (exchange: Exchange): string => exchange.answer.text.slice(0, 160)

/** Whether an answer is to a request that its operation serves; other paths have no documented answers (ENV-17). */
const isServed = ({ request }: Exchange): boolean => parameterOf(request) !== null

const isOf = ({ request }: Exchange, ...operations: string[]): boolean => operations.includes(request.operation)

/** The envelope of every answer (Response envelope; Errors). */
export const envelopeLaws: Laws = {
  'ENV-01': (exchange) => {
    if (isOf(exchange, 'node.trigger') || !isServed(exchange)) return 'absent'
    const body = bodyOf(exchange)
    if (body === null) return { broken: `the body is no JSON object: ${shown(exchange)}` }
    const { responseCode, message, data } = body
    if (!Number.isInteger(responseCode)) return { broken: `responseCode is no integer: ${shown(exchange)}` }
    if (typeof message !== 'string') return { broken: `message is no string: ${shown(exchange)}` }
    return expectThat(data === null || typeof data === 'object', `data is no object, array or null: ${shown(exchange)}`)
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
    return expectThat(complete, `errorCode or data: null is missing: ${shown(exchange)}`)
  },
  'ENV-04': one(
    (exchange) =>
      exchange.outcome.accepted && !isOf(exchange, 'call.trigger', 'node.trigger') ? bodyOf(exchange) : null,
    ({ responseCode }) => (responseCode === 200 ? null : `responseCode is ${String(responseCode)} on a success`),
  ),
  'ENV-08': (exchange) => {
    if (!isOf(exchange, 'call.trigger') || exchange.outcome.accepted) return 'absent'
    const { status } = exchange.answer
    const body = bodyOf(exchange)
    const readings = [body?.responseCode === status, body?.responseCode === 200]
    const calls = isJsonObject(body?.data) && body.data.callId !== undefined
    return expectThat(readings.some(Boolean) && !calls, `the status ${status} with ${shown(exchange)}`)
  },
  'ENV-09': (exchange) => {
    const type = [exchange.answer.headers['content-type']].flat()[0] ?? ''
    return expectThat(/^application\/([\w.-]+\+)?json\b/i.test(type), `the content type is "${type}"`)
  },
  'ENV-20': ({ answer, request }) =>
    expectThat(
      answer.status < 500,
      `the status ${answer.status} to ${request.method} ${request.path}: ${answer.text.slice(0, 160)}`,
    ),
}
