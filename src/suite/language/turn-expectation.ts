import type { JsonObject } from '../../base/json.ts'
import type { Place, Placed } from '../yaml/place.ts'
import { optional, record, sameHint } from '../yaml/record.ts'
import { placed } from '../yaml/scalar.ts'
import { checked, refine, refuse, type Shape } from '../yaml/shape.ts'
import { type CallsExpectation, callsExpectation, refuseReference } from './calls-expectation.ts'
import { ofKind } from './complement.ts'
import { type JudgeExpectation, judgeExpectation, judgeHints } from './judge-expectation.ts'
import { type LatencyExpectation, latencyExpectation } from './latency-expectation.ts'
import type { Matcher } from './matcher.ts'
import { jsonMatcher } from './read-matcher.ts'
import { type ReplyExpectation, replyExpectation } from './reply-expectation.ts'

/** What is expected of one turn: under `expect` of a turn, `every turn` of a suite or conversation, and `requires`. */
export interface TurnExpectation {
  at: Place
  reply?: ReplyExpectation
  calls?: CallsExpectation
  latency?: LatencyExpectation
  /** Criteria for a model to judge once the conversation is over. */
  judge?: JudgeExpectation[]
  error?: Matcher
  /** What only the local service shows: messages and calls of this conversation. */
  outbox?: Placed<Matcher>
  queue?: Placed<Matcher>
  attempts?: Placed<Matcher>
}

/** Applies the units of stored sessions: `duration` counts seconds (Session). */
function inSessions<T>({ read, schema }: Shape<T>): Shape<T> {
  return { schema, read: (node, reading) => read(node, refine(reading, { memberUnits: { duration: 's' } })) }
}

const whole = record(
  'an expectation',
  {
    reply: optional('reply', replyExpectation, "The agent's messages of the turn."),
    calls: optional('calls', callsExpectation, "The turn's tool calls, paired with their outputs."),
    latency: optional('latency', latencyExpectation, 'Time limits: turn, reply and tool.'),
    judge: optional('judge', judgeExpectation, 'What a model judges: a sentence that is true or not, or several.'),
    error: optional(
      'error',
      jsonMatcher,
      'The service refuses the turn: an errorCode, or { status, errorCode, message }.',
    ),
    outbox: optional(
      'outbox',
      placed(ofKind(jsonMatcher, 'list')),
      'The messages that this conversation sent or that wait, oldest first (local service).',
    ),
    queue: optional(
      'queue',
      placed(ofKind(jsonMatcher, 'list')),
      'The calls of this conversation that are not over (local service).',
    ),
    attempts: optional(
      'attempts',
      placed(inSessions(ofKind(jsonMatcher, 'list'))),
      'The sessions of the latest call, one for each attempt (local service).',
    ),
  },
  {
    ...sameHint(['tools', 'tool calls', 'tool_calls', 'functions'], 'write calls:'),
    ...judgeHints,
    ...Object.fromEntries(['contains', 'matches', 'equals', 'not'].map((key) => [key, `write reply: { ${key}: … }`])),
  },
)

const sound = checked(whole, (read, reading) =>
  read.calls !== undefined && Object.keys(read).length <= 2 && refuseReference(read.calls, reading) ? undefined : read,
)

/** A mapping of `reply`, `calls`, `latency`, `judge` and `error`; at least one of them. */
export const turnExpectation: Shape<TurnExpectation> = {
  read(node, reading) {
    if (node.kind === 'map' && node.entries.length === 0) {
      return refuse(
        reading,
        'asserts-nothing',
        node.at,
        'this expects nothing',
        'write reply, calls, latency, judge or error below it',
      )
    }
    return sound.read(node, reading)
  },
  schema: (definitions) => ({ ...whole.schema(definitions), minProperties: 1 }),
}

/** What a turn requires of the one before: an expectation without criteria, which can only be judged later. */
export const requirement: Shape<TurnExpectation> = {
  read(node, reading) {
    const read = turnExpectation.read(node, reading)
    const [first] = read?.judge ?? []
    if (first === undefined) return read
    const hint = 'write judge: under expect of the turn before, and require what its calls or words show'
    return refuse(
      reading,
      'wrong-value',
      first.at,
      'judges are asked when the talk is over, so no turn can wait for one',
      hint,
    )
  },
  schema(definitions) {
    const { properties, ...schema } = turnExpectation.schema(definitions)
    const { judge: _, ...stated } = properties as JsonObject
    return { ...schema, properties: stated }
  },
}
