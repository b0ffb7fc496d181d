import fc from 'fast-check'
import { isJsonObject, type JsonValue } from '../../../base/json.ts'
import { unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Edit, leave, omitMember, putMember, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { isPhoneNumber, isText, type RequestCheck, type RequestChecks, readVersion } from './request-check.ts'

const isCall = ({ request, bodyKind }: ReadRequest): boolean =>
  request.operation === 'call.trigger' && bodyKind === 'object'
const numbersOf = ({ facts }: ReadRequest): string[] =>
  facts.channels.filter(({ enabled, type }) => enabled && type === 'outboundSipTrunk').flatMap((each) => each.numbers)

function open(edits: readonly Edit[], applies: (reading: ReadRequest) => boolean): RequestCheck {
  return {
    from: ['call'],
    edits: () => fc.constantFrom(...edits),
    applies: (reading) => isCall(reading) && applies(reading),
  }
}

const agentOf = ({ facts, body }: ReadRequest) => facts.agents.find(({ name }) => name === body.agentName) ?? null
const valid: RequestCheck = { from: ['call'], edits: () => fc.constant(leave), applies: isCall }

/**
 * The call trigger (Trigger call). The interface does not show its refusals, so most of its rules are only recorded.
 */
export const callChecks: RequestChecks = {
  'CAL-01': valid,
  'CAL-13': {
    ...valid,
    edits: () =>
      fc.constant(putMember('options', { dtmfEnabled: 'True', allowedOverallInterruptions: 'False', speed: '1.0' })),
  },
  'CAL-02': open(
    [omitMember('phoneNumber'), putMember('phoneNumber', '')],
    ({ body }) => body.phoneNumber === undefined || body.phoneNumber === '',
  ),
  'CAL-03': open(
    [omitMember('agentName'), putMember('agentName', '')],
    ({ body }) => body.agentName === undefined || body.agentName === '',
  ),
  'CAL-05': {
    from: ['call'],
    edits: ({ subject }) =>
      unknownName(subject.own.agents.map(({ name }) => name)).map((name) => putMember('agentName', name)),
    applies: (reading) => isCall(reading) && isText(reading.body.agentName) && agentOf(reading) === null,
  },
  'CAL-07': open(
    setEach('agentVersion', -1, -100, '-1'),
    (reading) => readVersion(reading.body.agentVersion, agentOf(reading), 'call') === 'negative',
  ),
  'CAL-08': open(setEach('agentVersion', 'draft', 1.5, 'latest', 99_999, '', 'DEFAULT'), (reading) => {
    return !['fine', 'negative'].includes(readVersion(reading.body.agentVersion, agentOf(reading), 'call'))
  }),
  'CAL-10': open(setEach('agentNumber', '15559999', 'abc', ''), (reading) => {
    const { agentNumber, communicationChannel } = reading.body
    const known = numbersOf(reading).includes(String(agentNumber).replace(/^\+/, ''))
    return agentNumber !== undefined && (communicationChannel !== undefined || !known)
  }),
  'CAL-11': {
    from: ['call'],
    edits: ({ subject }) => {
      const names = subject.own.channels
        .filter(({ type, enabled }) => type !== 'outboundSipTrunk' || !enabled)
        .map(({ name }) => name)
      return fc.constantFrom('no such channel', '', ...names).map((name) => putMember('communicationChannel', name))
    },
    applies: (reading) =>
      isCall(reading) &&
      typeof reading.body.communicationChannel === 'string' &&
      (reading.channel?.type !== 'outboundSipTrunk' || reading.channel.numbers.length === 0),
  },
  'CAL-14': {
    from: ['call', 'workflow'],
    edits: () =>
      fc.constantFrom(
        ...setEach('options', { ttsGender: 'x', speed: '99' }, { dtmfEnabled: true }, { nothing: 'x' }, { speed: 2 }),
      ),
    applies: ({ body }) => isJsonObject(body.options) && !Object.entries(body.options).every(isUsualOption),
  },
  'CAL-17': {
    from: ['call', 'workflow', 'delete', 'node'] satisfies BaseName[],
    edits: () =>
      fc.constantFrom('12', 'abc', '0151 234', '+', '1'.repeat(40)).map(
        (number): Edit =>
          (draft) =>
            putMember(draft.operation === 'call.trigger' ? 'phoneNumber' : 'customer_number', number)(draft),
      ),
    applies: ({ body: { phoneNumber, customer_number, bot_number } }) =>
      [phoneNumber, customer_number, bot_number].some((number) => isText(number) && !isPhoneNumber(number)),
  },
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
