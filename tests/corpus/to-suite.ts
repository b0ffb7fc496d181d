import { Scalar, stringify } from 'yaml'
import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import type { RecordedLine, Recording } from '../../src/service/workspace/recordings-file.ts'
import { outputValue } from './output-value.ts'

/**
 * The suite that pins a whole recording: every text, every call with all arguments and its output, and the
 * times. It goes through a YAML writer, so that hostile texts meet the real reader. Each text is on one line,
 * because the writer corrupts a line of a single space when it folds.
 */
export function toSuite(recording: Recording, agent: string): string {
  const laws = relaxations(recording)
  return stringify(
    {
      suite: recording.id,
      agent,
      'every turn': { calls: { never: ['delete_everything'] } },
      ...(Object.keys(laws).length === 0 ? {} : { laws }),
      conversations: [{ name: recording.id, turns: recording.turns.map(toTurn) }],
    },
    {
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
      lineWidth: 0,
      doubleQuotedMinMultiLineLength: 1_000_000,
    },
  )
}

/** The unquoted word `none`; quoted, it would be a text. */
function none(): JsonValue {
  const word = new Scalar('none')
  word.type = Scalar.PLAIN
  return word as unknown as JsonValue
}

function toTurn({ user, lines }: Recording['turns'][number]): JsonObject {
  const texts = lines.flatMap((line) => (line.kind === 'message' ? [line.text] : []))
  const calls = lines.flatMap((line) => (line.kind === 'call' ? [toCall(line)] : []))

  return {
    ...(user === undefined ? { 'agent starts': true } : { user }),
    expect: {
      reply: texts.length === 0 ? none() : { equals: texts.join('\n') },
      calls: calls.length === 0 ? none() : { exactly: calls },
      ...(texts.length === 0 || user === undefined ? {} : { latency: { reply: '60 s' } }),
    },
  }
}

function toCall({ name, arguments: args, output, isError }: RecordedLine & { kind: 'call' }): JsonObject {
  const literal = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, { equals: value }]))
  return {
    [name]: {
      exactly: literal,
      ...(output === undefined
        ? { returns: { present: false } }
        : { returns: { equals: outputValue(output) }, within: '60 s' }),
      ...(isError === true ? { is_error: true } : {}),
    },
  }
}

/** The laws that the recording itself breaks, each with a reason. */
function relaxations({ turns }: Recording): JsonObject {
  const calls = turns.flatMap(({ lines }) => lines.filter((line) => line.kind === 'call'))
  const ids = calls.flatMap(({ callId }) => callId ?? [])
  return {
    ...(new Set(ids).size < ids.length ? { 'unique call ids': 'the recorded model reuses ids' } : {}),
    ...(calls.some(({ output }) => output === undefined) ? { 'no open call': 'the recording lacks an output' } : {}),
  }
}
