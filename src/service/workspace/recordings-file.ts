import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { jsonObject } from '../../wire/api/member-shapes.ts'
import { checkShape } from '../../wire/api/shape.ts'
import type { Recording } from './agent.ts'

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
  items: z.array(item as z.ZodType<JsonObject>).exactOptional(),
  agentName: z.string().exactOptional(),
  role: z.enum(['assistant', 'backgroundAgent']).exactOptional(),
  afterMs: z.number().exactOptional(),
})

const recordingShape: z.ZodType<Recording> = z.object({
  id: z.string(),
  turns: z.array(
    z.object({
      user: z.string().exactOptional(),
      lines: z.array(z.discriminatedUnion('kind', [call, message])),
      delayMs: z.number().exactOptional(),
    }),
  ),
  end: z.object({ calls: z.array(call).exactOptional(), analysis: jsonObject.exactOptional() }).exactOptional(),
})

/** Recordings, or the first invalid line. */
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
