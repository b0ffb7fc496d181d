import { channelTypes } from '../../../wire/api/channel-type.ts'
import { sessionStatuses } from '../../../wire/api/session-status.ts'
import { optional, type RecordOf, record } from '../../yaml/record.ts'
import { withPlace } from '../../yaml/scalar.ts'
import { refine, refuse, refuseType, type Shape, withCheck } from '../../yaml/shape.ts'
import { counting } from '../matchers/comparison.ts'
import { duration } from '../matchers/duration.ts'
import { ofWords } from '../matchers/item-members.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { ofNames } from '../matchers/name-matcher.ts'
import { quantity } from '../matchers/quantity.ts'
import { jsonMatcher } from '../matchers/read-matcher.ts'
import { callsExpectation, refuseReference } from './calls-expectation.ts'
import { checkExpectation } from './check-expectation.ts'
import { judgeExpectation, judgeHints } from './judge-expectation.ts'

/** What the stored session must hold after the last turn, from the session fetch (Session). */
export interface SessionExpectation extends RecordOf<typeof members> {}

const member = (key: string, doc: string) => optional(key, withPlace(counting(undefined, jsonMatcher)), doc)

const number = (key: string, doc: string, kind: 'measure' | 'seconds') =>
  optional(key, withPlace(quantity(kind, jsonMatcher)), doc)

/** A member that is text or null: a list could never match, and a number stands for its text. */
const textMember = (key: string, doc: string) => optional(key, withPlace(ofNames(noList)), doc)

const noList: Shape<Matcher> = {
  read: (node, reading) =>
    node.kind === 'list'
      ? refuseType(reading, node, 'text or a matcher', 'write { one of: […] } for any of these')
      : jsonMatcher.read(node, refine(reading, { texts: 'scalars' })),
  schema: (definitions) => jsonMatcher.schema(definitions),
}

const members = {
  status: optional(
    withPlace(ofWords(ofNames(noList), 'status of a session', sessionStatuses)),
    'The status; { one of: [active, completed] } for either.',
  ),
  agentVersion: textMember('agent version', 'The version label that answered (agentDetails.version).'),
  agentName: textMember('agent', 'The name of the agent (agentDetails.name).'),
  analysis: member('analysis', 'The analysis, once it is available.'),
  dynamicVariables: member('variables', 'The variables of the session (dynamicVariables).'),
  channelType: optional(
    'channel type',
    withPlace(ofWords(ofNames(noList), 'type of a channel', channelTypes)),
    'The type of channel (communicationChannelType).',
  ),
  duration: number('duration', 'Seconds, or a time such as 2 min; calls only.', 'seconds'),
  retryAttemptNo: number('retryAttemptNo', '0 is the first attempt; calls only.', 'measure'),
  recordingUrl: member(
    'recordingUrl',
    'The signed link of the recording, as text or by its url, host and expires; calls only.',
  ),
  /** What the workspace's state function returns (local service). */
  state: member('state', "What the workspace's function of the state gives (local service)."),
  calls: optional(callsExpectation, 'The tool calls of the whole session.'),
  /** Criteria for a model to judge over the whole conversation. */
  check: optional(
    checkExpectation,
    'A function of your own that says whether the conversation is as it should be, or several.',
  ),
  judge: optional(judgeExpectation, 'What a model judges of the whole conversation, as the turns showed it.'),
  /** How long to wait until it holds, in milliseconds; the session is fetched repeatedly meanwhile. */
  withinMs: optional('within', duration, 'How long to wait until all of it holds (default: 2 s).'),
}

const whole = record('session', members, judgeHints)

export const sessionExpectation: Shape<SessionExpectation> = withCheck(whole, (read, reading) => {
  const properties = Object.keys(read).filter((key) => key !== 'at' && key !== 'withinMs')
  if (read.calls !== undefined && properties.length === 1 && refuseReference(read.calls, reading)) return undefined
  if (properties.length > 0) return read
  const message = 'this expects nothing'
  return refuse(reading, 'asserts-nothing', read.at, message, 'write status, analysis, calls, judge or another')
})
