import type { JsonValue } from '../../src/base/json/json.ts'
import type { RecordedLine, Recording } from '../../src/service/workspace/recordings-file.ts'
import type { Dialogue } from './dialogue.ts'

type DialogueTurn = Dialogue['turns'][number]

/** A dialogue in the form that replay agents repeat, in its original order. */
export function toRecording({ id, turns }: Dialogue): Recording {
  return {
    id,
    turns: turns.map((turn) => ({ ...(turn.user === undefined ? {} : { user: turn.user }), lines: toLines(turn) })),
  }
}

/** An output as a transcript holds it: text stays text, anything else is serialized as JSON. */
function outputText(output: JsonValue): string {
  return typeof output === 'string' ? output : JSON.stringify(output)
}

function toLines({ calls, assistant, assistant_messages, sequence }: DialogueTurn): RecordedLine[] {
  const texts = assistant_messages ?? (assistant === undefined ? [] : [assistant])
  const [callLines, messages] = [calls.map(toCall), texts.map((text): RecordedLine => ({ kind: 'message', text }))]
  const order = sequence ?? [...calls.map(() => 'call'), ...texts.map(() => 'assistant')]
  const lines = order.flatMap((part) =>
    part === 'call' ? callLines.splice(0, 1) : part === 'assistant' ? messages.splice(0, 1) : [],
  )
  return [...lines, ...callLines, ...messages]
}

function toCall({ name, arguments: args, call_id, output, is_error }: DialogueTurn['calls'][number]): RecordedLine {
  return {
    kind: 'call',
    name,
    arguments: args,
    ...(call_id === undefined ? {} : { callId: call_id }),
    ...(output === undefined || output === null ? {} : { output: outputText(output) }),
    ...(is_error === undefined ? {} : { isError: is_error }),
    timeMs: 25,
  }
}
