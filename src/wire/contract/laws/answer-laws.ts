import { inlineChatAnswerShape } from '../../api/chat.ts'
import { checkShape } from '../../api/shape.ts'
import type { Exchange } from '../world/exchange.ts'
import type { Laws } from '../world/law.ts'
import { bodyOf, expectThat, sentOf, showViolations } from './parts.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The data of an accepted answer of an operation, whatever it is; undefined for any other answer. */
function acceptedData({ request, outcome, ...rest }: Exchange, operation: string): { data: unknown } | null {
  return request.operation === operation && outcome.accepted
    ? { data: bodyOf({ request, outcome, ...rest })?.data }
    : null
}

const members = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {}

/** What triggers answer with when they are accepted (Endpoints). */
export const answerLaws: Laws = {
  'CHA-01': (exchange) => {
    const answer = acceptedData(exchange, 'chat.trigger')
    if (answer === null || sentOf(exchange).doReturnResponse !== true) return 'absent'
    const shape = checkShape(inlineChatAnswerShape, answer.data, 'data')
    return shape.ok ? 'held' : { broken: showViolations(shape.violations) }
  },
  'CHA-06': (exchange) => {
    const answer = acceptedData(exchange, 'chat.trigger')
    const { sessionId, doReturnResponse } = sentOf(exchange)
    if (answer === null || doReturnResponse !== true || !isText(sessionId)) return 'absent'
    const got = members(answer.data).sessionId
    return expectThat(got === sessionId, `session ${String(sessionId)} was continued, the answer is of ${String(got)}`)
  },
  'DSP-20': (exchange) => {
    const answer = acceptedData(exchange, 'chat.trigger')
    if (answer === null || (sentOf(exchange).doReturnResponse ?? false) !== false) return 'absent'
    const { sessionId, transcript } = members(answer.data)
    return expectThat(isText(sessionId) && transcript === undefined, 'data is not {sessionId} alone')
  },
  'CAL-01': (exchange) => {
    const answer = acceptedData(exchange, 'call.trigger')
    return answer === null ? 'absent' : expectThat(isText(members(answer.data).callId), 'data.callId is no text')
  },
  'WFC-01': (exchange) => {
    const answer = acceptedData(exchange, 'workflow.call')
    return answer === null ? 'absent' : expectThat(answer.data === null, 'data is not null')
  },
  'DEL-01': (exchange) => {
    const answer = acceptedData(exchange, 'workflow.delete')
    return answer === null ? 'absent' : expectThat(answer.data === null, 'data is not null')
  },
  'BLU-01': (exchange) => {
    const answer = acceptedData(exchange, 'blueprints.get')
    if (answer === null) return 'absent'
    const { agents, workflowList } = members(answer.data)
    return expectThat(Array.isArray(agents) && Array.isArray(workflowList), 'data is not {agents, workflowList}')
  },
}
