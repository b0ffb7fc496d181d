import type { Place, Placed } from '../grammar/place.ts'
import { optional, record } from '../grammar/record.ts'
import { placed } from '../grammar/scalar.ts'
import { refuse, type Shape } from '../grammar/shape.ts'
import { duration } from './budget.ts'
import { type CallsExpectation, callsExpectation } from './calls-expectation.ts'
import type { Matcher } from './matcher.ts'
import { jsonMatcher } from './read-matcher.ts'

/** What the stored session should hold after the last turn, from the session fetch (Session). */
export interface SessionExpectation {
  at: Place
  status?: Placed<Matcher>
  agentVersion?: Placed<Matcher>
  agentName?: Placed<Matcher>
  analysis?: Placed<Matcher>
  dynamicVariables?: Placed<Matcher>
  channelType?: Placed<Matcher>
  duration?: Placed<Matcher>
  retryAttemptNo?: Placed<Matcher>
  recordingUrl?: Placed<Matcher>
  calls?: CallsExpectation
  /** How long to wait until it holds, in milliseconds; the session is fetched again and again meanwhile. */
  withinMs?: number
}

const member = (key: string, doc: string) => optional(key, placed(jsonMatcher), doc)

const whole = record('session', {
  status: member('status', 'The status, for example [active, completed] under one of.'),
  agentVersion: member('agent version', 'The version label that answered (agentDetails.version).'),
  agentName: member('agent', 'The name of the agent (agentDetails.name).'),
  analysis: member('analysis', 'The analysis, once it is available.'),
  dynamicVariables: member('variables', 'The variables of the session (dynamicVariables).'),
  channelType: member('channel type', 'The type of channel (communicationChannelType).'),
  duration: member('duration', 'Seconds; calls only.'),
  retryAttemptNo: member('retryAttemptNo', '0 is the first attempt; calls only.'),
  recordingUrl: member('recordingUrl', 'The signed link of the recording; calls only.'),
  calls: optional('calls', callsExpectation, 'The tool calls of the whole session.'),
  withinMs: optional('within', duration, 'How long to wait until all of it holds (default: 2 s).'),
})

/** A mapping of session members to matchers; at least one of them. */
export const sessionExpectation: Shape<SessionExpectation> = {
  read(node, reading) {
    const read = whole.read(node, reading)
    if (read === undefined || Object.keys(read).some((key) => key !== 'at' && key !== 'withinMs')) return read
    return refuse(
      reading,
      'asserts-nothing',
      read.at,
      'this expects nothing',
      'write status, analysis, calls or another',
    )
  },
  schema: (definitions) => whole.schema(definitions),
}
