import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { unknownName } from '../requests/interesting-values.ts'
import { leave, omitMember, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { checksOf, isCallerNumber, isPhoneNumber, isText, type RequestChecks, readVersion } from './request-check.ts'

const isCall = ({ request, bodyKind }: ReadRequest): boolean =>
  request.operation === 'call.trigger' && bodyKind === 'object'
const check = checksOf(['call'], isCall)
const agentOf = ({ facts, body }: ReadRequest) => facts.agents.find(({ name }) => name === body.agentName) ?? null

/** The interface does not show the refusals of Trigger call, so most of its rules are only recorded. */
export const callChecks: RequestChecks = {
  'CAL-01': check([leave]),
  'CAL-13': check(setEach('options', { dtmfEnabled: 'True', allowedOverallInterruptions: 'False', speed: '1.0' })),
  'CAL-02': check(
    [omitMember('phoneNumber'), putMember('phoneNumber', '')],
    ({ body }) => body.phoneNumber === undefined || body.phoneNumber === '',
  ),
  'CAL-03': check(
    [omitMember('agentName'), putMember('agentName', '')],
    ({ body }) => body.agentName === undefined || body.agentName === '',
  ),
  'CAL-05': check(
    ({ subject }) =>
      unknownName(subject.own.agents.map(({ name }) => name)).map((name) => putMember('agentName', name)),
    (reading) => isText(reading.body.agentName) && agentOf(reading) === null,
  ),
  'CAL-07': check(
    setEach('agentVersion', -1, -100, '-1'),
    (reading) => readVersion(reading.body.agentVersion, agentOf(reading), 'call') === 'negative',
  ),
  'CAL-08': check(setEach('agentVersion', 'draft', 1.5, 'latest', 99_999, '', 'DEFAULT'), (reading) => {
    return !['fine', 'negative'].includes(readVersion(reading.body.agentVersion, agentOf(reading), 'call'))
  }),
  'CAL-10': check(setEach('agentNumber', '15559999', 'abc', ''), ({ facts, body }) => {
    const { agentNumber, communicationChannel } = body
    return agentNumber !== undefined && (communicationChannel !== undefined || !isCallerNumber(facts, agentNumber))
  }),
  'CAL-11': check(
    ({ subject }) => {
      const others = subject.own.channels.filter(({ type, enabled }) => type !== 'outboundSipTrunk' || !enabled)
      return setEach('communicationChannel', 'no such channel', '', ...others.map(({ name }) => name))
    },
    ({ body, channel }) =>
      typeof body.communicationChannel === 'string' &&
      (channel?.type !== 'outboundSipTrunk' || channel.numbers.length === 0),
  ),
  'CAL-14': checksOf(['call', 'workflow'])(
    setEach('options', { ttsGender: 'x', speed: '99' }, { dtmfEnabled: true }, { nothing: 'x' }, { speed: 2 }),
    ({ body }) => isJsonObject(body.options) && !Object.entries(body.options).every(isUsualOption),
  ),
  'CAL-17': checksOf(['call', 'workflow', 'delete', 'node'])(
    ['12', 'abc', '0151 234', '+', '1'.repeat(40)].map(
      (number): RequestEdit =>
        (draft) =>
          putMember(draft.operation === 'call.trigger' ? 'phoneNumber' : 'customer_number', number)(draft),
    ),
    ({ body: { phoneNumber, customer_number, bot_number } }) =>
      [phoneNumber, customer_number, bot_number].some((number) => isText(number) && !isPhoneNumber(number)),
  ),
}

const usual: Record<string, (value: string) => boolean> = {
  dtmfEnabled: isBoolean,
  allowedOverallInterruptions: isBoolean,
  speed: (value) => ['1.0', '0.8'].includes(value),
  communicationMethod: (value) => value === 'two_way',
  initialMessage: () => true,
  additionalContext: () => true,
}

function isBoolean(value: string): boolean {
  return value === 'True' || value === 'False'
}

function isUsualOption([name, value]: [string, JsonValue]): boolean {
  return typeof value === 'string' && (usual[name]?.(value) ?? false)
}
