import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import type { ContractExchange } from '../world/outcome.ts'
import { among, type ContractLaws, each, entriesOf, findMistyped, kindLaw, type Law, sentOf } from './law.ts'
import { isDateTime } from './session-laws.ts'

const text = ['string']
const maybeText = ['string', 'null', 'absent']

const ofType =
  (type: string) =>
  (exchange: ContractExchange): JsonObject[] =>
    entriesOf(exchange).filter((entry) => entry.type === type)
const messages = ofType('message')
const calls = ofType('function_call')
const outputs = ofType('function_call_output')
const parts = (entries: JsonObject[]): JsonObject[][] => (entries.length === 0 ? [] : [entries])
const whole = (check: (entries: JsonObject[]) => string | null): Law =>
  each((exchange) => parts(entriesOf(exchange)), check)
/** Outputs, each with the call it belongs to. */
const pairs = (exchange: ContractExchange): [JsonObject, JsonObject][] =>
  outputs(exchange).flatMap((output): [JsonObject, JsonObject][] => {
    const call = calls(exchange).find((each) => each.call_id === output.call_id)
    return call === undefined ? [] : [[call, output]]
  })
const isNamed = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The first call_id that occurs twice. */
const repeated = (entries: JsonObject[]): string | null => {
  const ids = entries.map(({ call_id }) => call_id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  return twice === undefined ? null : `call_id ${String(twice)} stands twice`
}

/** The entries of a transcript (Transcript entry). */
export const transcriptLaws: ContractLaws = {
  'TRN-01': among(entriesOf, 'type', ['message', 'function_call', 'function_call_output', 'thinking', 'summary']),
  'TRN-02': whole((entries) => {
    const times = entries.map(({ timestamp }) => Date.parse(String(timestamp)))
    const at = times.findIndex((time, index) => time < (times[index - 1] ?? time))
    return at < 0 ? null : `entry ${at} is earlier than the one before it`
  }),
  'TRN-03': each(entriesOf, ({ timestamp }) =>
    isDateTime(timestamp) ? null : `timestamp is ${JSON.stringify(timestamp)}`,
  ),
  'TRN-04': among(messages, 'role', ['user', 'assistant', 'backgroundAgent']),
  'TRN-05': each(messages, ({ content }) =>
    Array.isArray(content) && content.every(isJsonObject) ? null : 'content is no array of items',
  ),
  'TRN-06': kindLaw(messages, {
    senderId: maybeText,
    senderName: maybeText,
    agentName: maybeText,
    metadata: ['object', 'null', 'absent'],
  }),
  'TRN-07': each(messages, ({ role, agentName }) =>
    role === 'user' && typeof agentName === 'string' ? `a message of the user has agentName ${agentName}` : null,
  ),
  'TRN-09': each(messages, ({ senderId }) => (senderId === '' ? 'senderId is empty' : null)),
  'TRN-10': each(calls, (call) =>
    isNamed(call.name) && isNamed(call.call_id)
      ? findMistyped(call, { arguments: ['object'] })
      : 'name or call_id is no text, or empty',
  ),
  'TRN-11': kindLaw(outputs, {
    name: text,
    call_id: text,
    output: text,
    is_error: ['boolean'],
    executionTimeMs: ['number', 'null', 'absent'],
  }),
  'TRN-12': kindLaw(outputs, { output: text }),
  'TRN-13': each(
    (exchange) => (exchange.request.operation === 'session.get' ? parts(entriesOf(exchange)) : []),
    (entries) => {
      const own = (id: unknown) =>
        entries.filter((entry) => entry.type === 'function_call' && entry.call_id === id).length
      const orphan = entries.find((entry) => entry.type === 'function_call_output' && own(entry.call_id) !== 1)
      return orphan === undefined
        ? null
        : `${own(orphan.call_id)} calls have the call_id ${String(orphan.call_id)} of an output`
    },
  ),
  'TRN-14': each((exchange) => [...parts(calls(exchange)), ...parts(outputs(exchange))], repeated),
  'TRN-15': each(
    (exchange) => pairs(exchange).map((pair) => ({ pair, entries: entriesOf(exchange) })),
    ({ pair: [call, output], entries }) =>
      entries.indexOf(call) < entries.indexOf(output)
        ? null
        : `the output of ${String(output.call_id)} comes before its call`,
  ),
  'TRN-16': (exchange) => {
    const open = calls(exchange).length - pairs(exchange).length
    if (calls(exchange).length === 0) return 'absent'
    return { reading: open === 0 ? 'paired' : 'a call without an output' }
  },
  'TRN-17': each(pairs, ([call, output]) =>
    call.name === output.name ? null : `the call is of ${String(call.name)}, its output of ${String(output.name)}`,
  ),
  'TRN-18': among((exchange) => [...calls(exchange), ...outputs(exchange)], 'phase', [
    ...['pre', 'during', 'post'],
    ...[null, undefined],
  ]),
  'TRN-19': each(pairs, ([call, output]) =>
    call.phase === output.phase ? null : `the call is ${String(call.phase)}, its output ${String(output.phase)}`,
  ),
  'TRN-24': each(
    (exchange) => [...ofType('thinking')(exchange), ...ofType('summary')(exchange)],
    (entry) =>
      findMistyped(entry, { [String(entry.type)]: text }) ??
      (isDateTime(entry.timestamp) ? null : `timestamp is ${JSON.stringify(entry.timestamp)}`),
  ),
  'CHA-02': (exchange) => {
    const { message } = sentOf(exchange)
    if (!isInlineReply(exchange) || typeof message !== 'string' || message === '') return 'absent'
    const entries = entriesOf(exchange)
    const user = entries.findIndex((entry) => entry.role === 'user' && textOf(entry) === message)
    if (user < 0) return { broken: `no entry of the user says ${JSON.stringify(cutText(message, 60, ''))}` }
    return user < entries.length - 1 ? 'held' : { broken: 'the agent does nothing after the message' }
  },
  'CHA-03': (exchange) => {
    if (!isInlineReply(exchange)) return 'absent'
    const users = messages(exchange).filter(({ role }) => role === 'user').length
    return { reading: users <= 1 ? 'turn slice' : 'whole history' }
  },
}

function isInlineReply(exchange: ContractExchange): boolean {
  const { request, outcome } = exchange
  return request.operation === 'chat.trigger' && outcome.accepted && sentOf(exchange).doReturnResponse === true
}

function textOf({ content }: JsonObject): string {
  const items = Array.isArray(content) ? content.filter(isJsonObject) : []
  return items.map((item) => (item.type === 'text' ? String(item.text) : '')).join('')
}
