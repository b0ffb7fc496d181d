import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import { jsonObject } from '../../wire/api/member-shapes.ts'
import { checkShape } from '../../wire/api/shape.ts'

const call = z.object({
  kind: z.literal('call'),
  name: z.string(),
  arguments: jsonObject,
  callId: z.string().exactOptional(),
  output: z.string().exactOptional(),
  isError: z.boolean().exactOptional(),
  phase: z.enum(['pre', 'during', 'post']).exactOptional(),
  timeMs: z.number().exactOptional(),
})

export interface RecordedCall extends z.output<typeof call> {}

const mimeType = z.string().exactOptional()
const caption = z.string().exactOptional()
/** Strict, so that an item of a misspelt kind is not taken for a file without a name. */
const item = z.union([
  z.strictObject({ button: z.string(), payload: z.string() }),
  z.strictObject({ image: z.string(), mimeType, caption }),
  z.strictObject({ video: z.string(), mimeType, caption }),
  z.strictObject({ audio: z.string(), mimeType }),
  z.strictObject({ file: z.string(), mimeType }),
])

const message = z.object({
  kind: z.literal('message'),
  text: z.string(),
  /** Buttons and media after the text, as scripted agents write them; a message of items alone has the text "". */
  items: z.array(item as z.ZodType<JsonObject>).exactOptional(),
  /** Who speaks, if not the agent itself. */
  agentName: z.string().exactOptional(),
  role: z.enum(['assistant', 'backgroundAgent']).exactOptional(),
  /** Milliseconds since the previous line, in session time. Default 1. */
  afterMs: z.number().exactOptional(),
})

export interface RecordedMessage extends z.output<typeof message> {}

export type RecordedLine = RecordedCall | RecordedMessage

const turn = z.object({
  user: z.string().exactOptional(),
  lines: z.array(z.discriminatedUnion('kind', [call, message])) as z.ZodType<RecordedLine[]>,
  /** A real wait before the answer, in milliseconds. */
  delayMs: z.number().exactOptional(),
})

/** What the agent did in one turn, in order. `user` is what the customer said, undefined if the agent opened. */
export interface RecordedTurn extends z.output<typeof turn> {}

const end = z.object({ calls: z.array(call).exactOptional(), analysis: jsonObject.exactOptional() })

/** What came after: functions of the phase post, and the analysis, else derived from the transcript. */
export interface RecordedEnd extends z.output<typeof end> {}

const recordingShape = z.object({
  id: z.string(),
  turns: z.array(turn) as z.ZodType<RecordedTurn[]>,
  /** If present, the session ends with the last turn. Otherwise it stays open until nobody has spoken for a while. */
  end: (end as z.ZodType<RecordedEnd>).exactOptional(),
})

/** One recorded dialogue. */
export interface Recording extends z.output<typeof recordingShape> {}

export type RecordingsRead = { ok: true; recordings: Recording[] } | { ok: false; line: number; reason: string }

/** Reads a JSONL file of recordings: one dialogue a line, `{ id, turns: [{ user, lines: [call | message] }], end }`. */
export function readRecordings(content: string): RecordingsRead {
  const recordings: Recording[] = []
  for (const [index, text] of content.split('\n').entries()) {
    if (text.trim() === '') continue
    try {
      const checked = checkShape(recordingShape, JSON.parse(text))
      if (!checked.ok) {
        const { path, expected, actual } = checked.violations[0] ?? { path: '', expected: '', actual: '' }
        return { ok: false, line: index + 1, reason: `${path}: expected ${expected}, but here is ${actual}` }
      }
      recordings.push(checked.value)
    } catch (error) {
      return { ok: false, line: index + 1, reason: (error as Error).message }
    }
  }
  return { ok: true, recordings }
}
