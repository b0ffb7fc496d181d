import { z } from 'zod'
import { jsonObject } from './member-shapes.ts'
import { openObject } from './shape.ts'

const unknownKindShape = z.object({
  type: z.literal('unknown'),
  original: z.unknown(),
})

/** A value of a `type` the interface does not list, kept whole so that newer services can be read. */
interface UnknownKind extends z.output<typeof unknownKindShape> {}

/** A preprocessing step for unions by `type`: a value of an unlisted type becomes an `UnknownKind`. */
function keepUnknown(types: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const type = (value as { type?: unknown } | null)?.type
    return typeof type === 'string' && !types.includes(type) ? { type: 'unknown', original: value } : value
  }
}

/** Reads a null or missing caption as "" (CNT-02). */
const caption = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const media = { mimeType: z.string(), url: z.string() }

const knownItemShape = z.discriminatedUnion('type', [
  openObject({ type: z.literal('text'), text: z.string() }),
  openObject({ type: z.literal('image'), ...media, caption }),
  openObject({ type: z.literal('video'), ...media, caption }),
  openObject({ type: z.literal('audio'), ...media }),
  openObject({ type: z.literal('file'), ...media, filename: z.string() }),
  openObject({ type: z.literal('button'), text: z.string(), payload: z.string() }),
  unknownKindShape,
])

/** One piece of a message (Content item). Media URLs expire; without a caption, `caption` is "" (CNT-02). */
export type ContentItem = z.output<typeof knownItemShape>

/** Reads a content item; one of a type the interface does not list is kept (CNT-06). */
export const contentItemShape: z.ZodType<ContentItem> = z.preprocess(
  keepUnknown(['text', 'image', 'video', 'audio', 'file', 'button']),
  knownItemShape,
)

const phases = z.enum(['pre', 'during', 'post'])

/** When a function runs: before the first message, during the conversation, or after its last message (TRN-18). */
export type Phase = z.output<typeof phases>

const phase = phases.nullable().default(null)
const timestamp = z.string()
/** Null and absent mean the same (TRN-06). */
const nullableText = z.string().nullable().default(null)

const messageShape = openObject({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'backgroundAgent']),
  content: z.array(contentItemShape),
  senderId: nullableText,
  senderName: nullableText,
  /** The agent that speaks; null for users (TRN-07). */
  agentName: nullableText,
  /** Extras of the channel, such as an email's subject. */
  metadata: jsonObject.nullable().default(null),
  timestamp,
})

/** A message of the user, the agent or a background agent. */
export interface Message extends z.output<typeof messageShape> {}

const callShape = openObject({
  type: z.literal('function_call'),
  name: z.string(),
  call_id: z.string(),
  arguments: jsonObject,
  phase,
  timestamp,
})

/** A tool call of the agent. */
export interface FunctionCall extends z.output<typeof callShape> {}

const outputShape = openObject({
  type: z.literal('function_call_output'),
  name: z.string(),
  call_id: z.string(),
  output: z.string(),
  is_error: z.boolean(),
  executionTimeMs: z.number().nullable().default(null),
  phase,
  timestamp,
})

/** The result of a tool call; `output` is text, usually JSON (TRN-12). */
export interface FunctionCallOutput extends z.output<typeof outputShape> {}

const thinkingShape = openObject({ type: z.literal('thinking'), thinking: z.string(), timestamp })

const summaryShape = openObject({ type: z.literal('summary'), summary: z.string(), timestamp })

/** One entry of a transcript, in chronological order (TRN-01, TRN-02). */
export type TranscriptEntry =
  | Message
  | FunctionCall
  | FunctionCallOutput
  | z.output<typeof thinkingShape>
  | z.output<typeof summaryShape>
  | UnknownKind

/** Reads a transcript entry; one of a type the interface does not list is kept (TRN-01). */
export const transcriptEntryShape: z.ZodType<TranscriptEntry> = z.preprocess(
  keepUnknown(['message', 'function_call', 'function_call_output', 'thinking', 'summary']),
  z.discriminatedUnion('type', [messageShape, callShape, outputShape, thinkingShape, summaryShape, unknownKindShape]),
)
