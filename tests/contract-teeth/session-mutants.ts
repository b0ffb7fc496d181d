import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import { showsSession } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const isCall = ({ communicationChannelType: type }: JsonObject): boolean => String(type).endsWith('SipTrunk')
const isText = (session: JsonObject): boolean => !isCall(session)
const required = [
  'sessionId',
  'agentDetails',
  'the service',
  'communicationChannelType',
  'transcript',
  'status',
  'time',
  'createdAt',
  'updatedAt',
]

const sets = (
  rule: string,
  what: string,
  member: string,
  value: JsonValue,
  when?: (session: JsonObject) => boolean,
): Mutant =>
  mutant(
    rule,
    'field',
    what,
    showsSession((session) => void Object.assign(session, { [member]: value }), when),
  )

/** Session members that are lost, leaked or in another form. */
export const sessionMutants: readonly Mutant[] = [
  ...required.map((member) =>
    mutant(
      'SES-10',
      'field',
      `${member} is missing`,
      showsSession((session) => void delete session[member]),
    ),
  ),
  sets('SES-10', 'time is null', 'time', null),
  sets('SES-13', 'web chat is called chat', 'communicationChannelType', 'chat', isText),
  sets('SES-13', 'types are in capitals', 'communicationChannelType', 'OUTBOUNDSIPTRUNK', isCall),
  sets('SES-15', 'active is called open', 'status', 'open', ({ status }) => status === 'active'),
  sets('SES-15', 'completed is called ended', 'status', 'ended', ({ status }) => status === 'completed'),
  sets('SES-15', 'call_in_queue is called queued', 'status', 'queued', isCall),
  sets('SES-20', 'time has no offset', 'time', '2026-06-01T12:00:00'),
  sets('SES-20', 'createdAt is a number', 'createdAt', 1_780_000_000),
  sets('SES-20', 'updatedAt is a day', 'updatedAt', '2026-06-01'),
  sets('SES-23', 'a text session has a duration of null', 'duration', null, isText),
  sets('SES-23', 'a text session has a retry number', 'retryAttemptNo', 0, isText),
  sets('SES-23', 'a text session has a recording', 'recordingUrl', null, isText),
  sets('SES-25', 'the duration is text', 'duration', '12', isCall),
  sets('SES-25', 'the duration is below zero', 'duration', -1, isCall),
  sets('SES-25', 'the retry number is null', 'retryAttemptNo', null, isCall),
  sets('SES-25', 'the recording has no host', 'recordingUrl', '/recordings/1.wav', isCall),
  mutant(
    'SES-26',
    'field',
    'retries count from one',
    showsSession((session) => {
      session.retryAttemptNo = Number(session.retryAttemptNo) + 1
    }, isCall),
  ),
  sets('SES-26', 'every attempt has number 0', 'retryAttemptNo', 0, isCall),
  sets('SES-28', 'variables are text', 'dynamicVariables', '{}'),
  sets('SES-28', 'the channel name is a number', 'communicationChannelName', 7),
  sets('SES-28', 'the analysis is a list', 'analysis', []),
]
