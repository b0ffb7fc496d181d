import type { JsonObject } from '../../base/json.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import { optional, type RecordOf, record } from '../../suite/yaml/record.ts'
import { flag, text, word } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, type Shape } from '../../suite/yaml/shape.ts'
import type { Step } from './scripted-behaviour.ts'

const fields = {
  call: optional('call', text, 'The tool to call.'),
  with: optional('with', literalObject, 'Its arguments; {value} and ${variable} are filled in.'),
  phase: optional('phase', word(['pre', 'during', 'post']), 'Another phase than the place of the step says.'),
  say: optional('say', text, 'A message of the agent.'),
  background: optional('background', text, 'A message of the background agent.'),
  button: optional('button', text, 'A quick reply of the message before.'),
  payload: optional('payload', text, "The button's payload."),
  image: optional('image', text, 'A picture, by file name.'),
  video: optional('video', text, 'A video, by file name.'),
  audio: optional('audio', text, 'A sound, by file name.'),
  file: optional('file', text, 'A document, by file name.'),
  caption: optional('caption', text, 'The caption of a picture or video.'),
  mimeType: optional('mimeType', text, 'The media type, where the file name does not tell.'),
  think: optional('think', text, 'A thinking entry.'),
  summarise: optional('summarise', text, 'A summary entry.'),
  handOff: optional('hand off', text, 'The agent that speaks from here on.'),
  end: optional('end', flag, 'true: the session is completed.'),
}

const shape = record('a step', fields)

/** One step of an agent: exactly one thing it does. */
export const stepShape: Shape<Step> = {
  read(node, reading) {
    const read = shape.read(node, reading)
    return read === undefined ? undefined : toStep(read, reading)
  },
  schema: (definitions) => shape.schema(definitions),
}

function toStep(read: RecordOf<typeof fields>, reading: Reading): Step | undefined {
  const { call, say, background, think, summarise, handOff, end } = read
  if (call !== undefined) return { kind: 'call', name: call, arguments: read.with ?? {}, phase: read.phase ?? null }
  if (say !== undefined) return { kind: 'say', text: say, as: 'assistant' }
  if (background !== undefined) return { kind: 'say', text: background, as: 'backgroundAgent' }
  if (think !== undefined) return { kind: 'think', text: think }
  if (summarise !== undefined) return { kind: 'summarise', text: summarise }
  if (handOff !== undefined) return { kind: 'hand off', agent: handOff }
  if (end === true) return { kind: 'end' }
  const { button, payload, image, video, audio, file, caption, mimeType } = read
  const item = Object.fromEntries(
    Object.entries({ button, payload, image, video, audio, file, caption, mimeType }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (button ?? image ?? video ?? audio ?? file) return { kind: 'item', item: item as JsonObject }
  return refuse(
    reading,
    'missing-key',
    read.at,
    'a step does nothing',
    'write call, say, button, file, think, hand off or another step',
  )
}
