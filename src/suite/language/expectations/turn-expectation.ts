import type { JsonObject } from '../../../base/json/json.ts'
import { optional, type RecordOf, record, sameHint } from '../../yaml/record.ts'
import { withPlace } from '../../yaml/scalar.ts'
import { refine, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { ofKind } from '../matchers/complement.ts'
import { localMembers, localWords, ofMembers } from '../matchers/item-members.ts'
import { jsonMatcher } from '../matchers/read-matcher.ts'
import { callsExpectation, refuseReference } from './calls-expectation.ts'
import { checkExpectation } from './check-expectation.ts'
import { judgeExpectation, judgeHints } from './judge-expectation.ts'
import { latencyExpectation } from './latency-expectation.ts'
import { replyExpectation } from './reply-expectation.ts'

/** What is expected of one turn: under `expect` of a turn, `every turn` of a suite or conversation, and `requires`. */
export interface TurnExpectation extends RecordOf<typeof members> {}

/** Applies the units of stored sessions: `duration` counts seconds (Session). */
function inSessions<T>({ read, schema }: Shape<T>): Shape<T> {
  return { schema, read: (node, reading) => read(node, refine(reading, { memberUnits: { duration: 's' } })) }
}

const members = {
  reply: optional(replyExpectation, "The agent's messages of the turn."),
  calls: optional(callsExpectation, "The turn's tool calls, paired with their outputs."),
  latency: optional(latencyExpectation, 'Time limits: turn, reply and tool.'),
  /** Criteria for a model to judge once the conversation is over. */
  judge: optional(judgeExpectation, 'What a model judges: a sentence that is true or not, or several.'),
  check: optional(
    checkExpectation,
    'A function of your own that says whether the turn is as it should be, or several: ./checks.ts#isPolite.',
  ),
  error: optional(jsonMatcher, 'The service refuses the turn: an errorCode, or { status, errorCode, message }.'),
  // What only the local service shows: messages and calls of this conversation.
  outbox: optional(
    withPlace(
      ofMembers(ofKind(jsonMatcher, 'list'), 'a message of the outbox', localMembers.outbox, {
        lists: true,
        words: localWords.outbox,
      }),
    ),
    'The messages that this conversation sent or that wait, oldest first (local service).',
  ),
  queue: optional(
    withPlace(
      ofMembers(ofKind(jsonMatcher, 'list'), 'a call of the queue', localMembers.queue, {
        lists: true,
        words: localWords.queue,
      }),
    ),
    'The calls of this conversation that are not over (local service).',
  ),
  attempts: optional(
    withPlace(
      inSessions(ofMembers(ofKind(jsonMatcher, 'list'), 'an attempt', [], { lists: true, words: localWords.attempts })),
    ),
    'The sessions of the latest call, one for each attempt (local service).',
  ),
}

const whole = record('an expectation', members, {
  ...sameHint(['tools', 'tool calls', 'tool_calls', 'functions'], 'write calls:'),
  'not calls': 'write calls: none, or calls: { never: [tool_name] }',
  'not reply': 'write reply: none, or reply: { not: … }',
  ...judgeHints,
  ...sameHint(['checks', 'javascript', 'python', 'assert', 'function', 'custom'], 'write check: ./checks.ts#name'),
  ...Object.fromEntries(
    [
      ...'contains matches equals not messages thinking summary background button image video audio file'.split(' '),
      'agentName',
      'starts with',
      'ends with',
    ].map((key) => [key, `write reply: { ${key}: … }`]),
  ),
})

const sound = withCheck(whole, (read, reading) =>
  read.calls !== undefined && Object.keys(read).length <= 2 && refuseReference(read.calls, reading) ? undefined : read,
)

export const turnExpectation: Shape<TurnExpectation> = {
  read(node, reading) {
    if (node.kind === 'map' && node.entries.length === 0) {
      const message = 'this expects nothing'
      const hint = 'write reply, calls, latency, judge, check or error below it'
      return refuse(reading, 'asserts-nothing', node.at, message, hint)
    }
    return sound.read(node, reading)
  },
  schema: (definitions) => ({ ...whole.schema(definitions), minProperties: 1 }),
}

/** What a turn requires of the one before: an expectation without criteria, which can only be judged later. */
export const requirement: Shape<TurnExpectation> = {
  read(node, reading) {
    const read = turnExpectation.read(node, reading)
    const [first] = read?.judge ?? read?.check ?? []
    if (first === undefined) return read
    const hint = 'write it under expect of the turn before, and require what its calls or words show'
    const message = 'judges and checks are asked when the talk is over, so no turn can wait for one'
    return refuse(reading, 'wrong-value', first.at, message, hint)
  },
  schema(definitions) {
    const { properties, ...schema } = turnExpectation.schema(definitions)
    const { judge: _, check: __, ...stated } = properties as JsonObject
    return { ...schema, properties: stated }
  },
}
