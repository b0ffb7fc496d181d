import { z } from 'zod'
import { jsonObject } from '../../api/json-object.ts'
import { checkShape } from '../../api/shape.ts'
import type { Recording } from './replay-behaviour.ts'

const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    name: z.string(),
    arguments: jsonObject,
    callId: z.string().exactOptional(),
    output: z.string().exactOptional(),
    isError: z.boolean().exactOptional(),
    phase: z.enum(['pre', 'during', 'post']).exactOptional(),
    timeMs: z.number().exactOptional(),
  }),
  z.object({ kind: z.literal('message'), text: z.string(), afterMs: z.number().exactOptional() }),
])

const recordingShape: z.ZodType<Recording> = z.object({
  id: z.string(),
  turns: z.array(
    z.object({ user: z.string().exactOptional(), lines: z.array(line), delayMs: z.number().exactOptional() }),
  ),
})

/** Recordings, or the first line that is none. */
export type RecordingsRead = { ok: true; recordings: Recording[] } | { ok: false; line: number; reason: string }

/** Reads a JSONL file of recordings: one dialogue a line, `{ id, turns: [{ user, lines: [call | message] }] }`. */
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
