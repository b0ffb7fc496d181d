import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import type { OperationId } from '../../src/wire/api/operation.ts'
import { turns } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const chat: OperationId = 'chat.trigger'
const scheduling = ['scheduleTime', 'startWorkingHour', 'endWorkingHour'] as const
const within = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}

/** Documented refusals of the chat trigger: the rule, its code, and a code that could be mistaken for it. */
const coded: [rule: string, code: string, instead: `${number} ${string}`][] = [
  ['CHA-09', 'agentNameRequired', '422 validationError'],
  ['CHA-10', 'incompatibleOptions', '422 validationError'],
  ['CHA-07', 'sessionNotFound', '403 forbidden'],
  ['ISO-02', 'forbidden', '404 sessionNotFound'],
  ['ISO-03', 'channelNotFound', '403 forbidden'],
  ['DSP-02', 'channelNotFound', '400 unsupportedChannelType'],
  ['DSP-04', 'channelNotFound', '403 forbidden'],
  ['DSP-05', 'unsupportedChannelType', '404 channelNotFound'],
  ['DSP-06', 'customerNumberRequired', '400 customerEmailRequired'],
  ['DSP-07', 'customerNumberRequired', '422 validationError'],
  ['DSP-08', 'customerEmailRequired', '400 customerNumberRequired'],
  ['DSP-09', 'messageRequired', '400 templateIdRequired'],
  ['DSP-10', 'templateIdRequired', '400 messageRequired'],
  ['DSP-11', 'templateNotSupported', '400 templateIdRequired'],
  ['DSP-12', 'emailBodyRequired', '400 messageRequired'],
  ['DSP-13', 'agentNumberNotInChannel', '400 noAgentPhoneNumbers'],
  ['DSP-14', 'noAgentPhoneNumbers', '400 agentNumberNotInChannel'],
  ['DSP-15', 'noAgentEmail', '400 noAgentPhoneNumbers'],
  ['DSP-16', 'replyToSessionNotFound', '404 sessionNotFound'],
  ['AUT-03', 'apiKeyMissing', '401 apiKeyInvalid'],
  ['AUT-04', 'apiKeyInvalid', '401 apiKeyMissing'],
]

/**
 * Refusals of the chat trigger that the mutant omits, and a condition that picks the rule where a code has
 * several.
 */
const dropped: [rule: string, code: string, when?: Parameters<typeof turns>[3]][] = [
  ['CHA-09', 'agentNameRequired'],
  ['CHA-10', 'incompatibleOptions', (body) => 'scheduleTime' in body],
  ['CHA-11', 'incompatibleOptions', (body) => 'startWorkingHour' in body],
  ['CHA-12', 'incompatibleOptions', (body) => 'endWorkingHour' in body],
  ['CHA-13', 'incompatibleOptions', (body) => scheduling.every((each) => each in body)],
  ['CHA-07', 'sessionNotFound'],
  ['DSP-02', 'channelNotFound'],
  ['DSP-04', 'channelNotFound', ({ communicationChannel }) => String(communicationChannel).startsWith('Disabled')],
  ['DSP-05', 'unsupportedChannelType'],
  ['DSP-06', 'customerNumberRequired', ({ communicationChannel }) => /WhatsApp/.test(String(communicationChannel))],
  ['DSP-07', 'customerNumberRequired', ({ communicationChannel }) => /web/.test(String(communicationChannel))],
  ['DSP-08', 'customerEmailRequired'],
  ['DSP-09', 'messageRequired'],
  ['DSP-09', 'messageRequired', ({ message }) => message !== undefined],
  ['DSP-10', 'templateIdRequired'],
  ['DSP-11', 'templateNotSupported'],
  ['DSP-12', 'emailBodyRequired'],
  ['DSP-12', 'emailBodyRequired', ({ emailOptions }) => 'subject' in within(emailOptions)],
  ['DSP-13', 'agentNumberNotInChannel'],
  ['DSP-14', 'noAgentPhoneNumbers'],
  ['DSP-15', 'noAgentEmail'],
  ['DSP-16', 'replyToSessionNotFound'],
  ['AUT-03', 'apiKeyMissing'],
  ['AUT-04', 'apiKeyInvalid'],
]

const sessions: OperationId = 'session.get'
const node: OperationId = 'node.trigger'

/** Refusals that are omitted or come with another code. */
export const refusalMutants: readonly Mutant[] = [
  ...coded.map(([rule, code, instead]) =>
    mutant(rule, 'code', `${code} comes as ${instead}`, turns(chat, code, instead)),
  ),
  ...dropped.map(([rule, code, when]) =>
    mutant(
      rule,
      'dropped',
      `${code} is forgotten${when === undefined ? '' : ' in this case'}`,
      turns(chat, code, 'accepted', when),
    ),
  ),
  mutant(
    'AUT-01',
    'code',
    'a missing key counts as an invalid one',
    turns(sessions, 'apiKeyMissing', '401 apiKeyInvalid'),
  ),
  mutant('AUT-01', 'dropped', 'a fetch needs no key', turns(sessions, 'apiKeyMissing', 'accepted')),
  mutant('AUT-02', 'code', 'an invalid key comes as 403', turns(sessions, 'apiKeyInvalid', '403 apiKeyInvalid')),
  mutant('AUT-02', 'dropped', 'any key opens a session', turns(sessions, 'apiKeyInvalid', 'accepted')),
  mutant(
    'SES-02',
    'code',
    'an unknown session comes as 400',
    turns(sessions, 'sessionNotFound', '400 sessionNotFound'),
  ),
  mutant('SES-02', 'dropped', 'an unknown session comes as empty data', turns(sessions, 'sessionNotFound', 'accepted')),
  mutant('SES-03', 'code', 'an empty id comes as 404', turns(sessions, 'validationError', '404 sessionNotFound')),
  mutant('SES-03', 'dropped', 'an empty id comes as empty data', turns(sessions, 'validationError', 'accepted')),
  mutant('ISO-01', 'code', 'a foreign session comes as forbidden', turns(sessions, 'sessionNotFound', '403 forbidden')),
  mutant('AUT-13', 'code', 'a bad key of the node comes as 403', turns(node, 'apiKeyInvalid', '403 apiKeyInvalid')),
  mutant('AUT-13', 'dropped', 'the node needs no sound key', turns(node, 'apiKeyInvalid', 'accepted')),
  mutant('NOD-02', 'code', 'wrong parameters come as 422', turns(node, 'validationError', '422 validationError')),
  mutant('NOD-02', 'dropped', 'wrong parameters are accepted', turns(node, 'validationError', 'accepted')),
  mutant(
    'NOD-03',
    'code',
    'an unknown workflow comes as 400',
    turns(node, 'localWorkflowNotFound', '400 invalidWorkflow'),
  ),
  mutant('NOD-03', 'dropped', 'an unknown workflow is accepted', turns(node, 'localWorkflowNotFound', 'accepted')),
]
