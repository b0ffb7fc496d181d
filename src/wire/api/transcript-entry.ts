import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { jsonObject } from './member-shapes.ts'

/**
 * A value whose `type` the interface does not list. It is kept whole, so that answers of a newer service can
 * be read and reported rather than refused.
 */
interface UnknownKind {
  type: 'unknown'
  original: unknown
}

/** The shape of a value that `keepUnknown` has wrapped. */
const unknownKindShape: z.ZodObject<{ type: z.ZodLiteral<'unknown'>; original: z.ZodUnknown }> = z.object({
  type: z.literal('unknown'),
  original: z.unknown(),
})

/** A preprocessing step for unions by `type`: a value of an unlisted type becomes an `UnknownKind`. */
function keepUnknown(types: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const type = (value as { type?: unknown } | null)?.type
    return typeof type === 'string' && !types.includes(type) ? { type: 'unknown', original: value } : value
  }
}

/**
 * One piece of a message's content (Content item). Media URLs are signed and expire; without a caption,
 * `caption` is "" (CNT-02).
 */
export type ContentItem =
  | { type: 'text'; text: string }
  | { type: 'image'; mimeType: string; url: string; caption: string }
  | { type: 'video'; mimeType: string; url: string; caption: string }
  | { type: 'audio'; mimeType: string; url: string }
  | { type: 'file'; mimeType: string; url: string; filename: string }
  | { type: 'button'; text: string; payload: string }
  | UnknownKind

/** Reads a null or missing caption as "" (CNT-02). */
const caption = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const media = { mimeType: z.string(), url: z.string() }

/** Reads a content item; one of a type the interface does not list is kept (CNT-06). */
export const contentItemShape: z.ZodType<ContentItem> = z.preprocess(
  keepUnknown(['text', 'image', 'video', 'audio', 'file', 'button']),
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), text: z.string() }),
    z.looseObject({ type: z.literal('image'), ...media, caption }),
    z.looseObject({ type: z.literal('video'), ...media, caption }),
    z.looseObject({ type: z.literal('audio'), ...media }),
    z.looseObject({ type: z.literal('file'), ...media, filename: z.string() }),
    z.looseObject({ type: z.literal('button'), text: z.string(), payload: z.string() }),
    unknownKindShape,
  ]),
)

/** When a function runs: before the first message, during the conversation, or after its last message (TRN-18). */
export type Phase = 'pre' | 'during' | 'post'

/** A message of the user, the agent or a background agent. */
export interface Message {
  type: 'message'
  role: 'user' | 'assistant' | 'backgroundAgent'
  content: ContentItem[]
  senderId: string | null
  senderName: string | null
  /** The agent that speaks; null for users (TRN-07). */
  agentName: string | null
  /** Extras of the channel, such as an email's subject. */
  metadata: JsonObject | null
  timestamp: string
}

/** A tool call of the agent. */
export interface FunctionCall {
  type: 'function_call'
  name: string
  call_id: string
  arguments: JsonObject
  phase: Phase | null
  timestamp: string
}

/** The result of a tool call; `output` is text, usually JSON (TRN-12). */
export interface FunctionCallOutput {
  type: 'function_call_output'
  name: string
  call_id: string
  output: string
  is_error: boolean
  executionTimeMs: number | null
  phase: Phase | null
  timestamp: string
}

/** The agent's reasoning. */
interface Thinking {
  type: 'thinking'
  thinking: string
  timestamp: string
}

/** A summary of the conversation so far. */
interface Summary {
  type: 'summary'
  summary: string
  timestamp: string
}

/** One entry of a transcript, in chronological order (TRN-01, TRN-02). */
export type TranscriptEntry = Message | FunctionCall | FunctionCallOutput | Thinking | Summary | UnknownKind

const phase = z.enum(['pre', 'during', 'post']).nullable().default(null)
const timestamp = z.string()
/** Null and absent mean the same (TRN-06). */
const nullableText = z.string().nullable().default(null)

/** Reads a transcript entry; one of a type the interface does not list is kept (TRN-01). */
export const transcriptEntryShape: z.ZodType<TranscriptEntry> = z.preprocess(
  keepUnknown(['message', 'function_call', 'function_call_output', 'thinking', 'summary']),
  z.discriminatedUnion('type', [
    z.looseObject({
      type: z.literal('message'),
      role: z.enum(['user', 'assistant', 'backgroundAgent']),
      content: z.array(contentItemShape),
      senderId: nullableText,
      senderName: nullableText,
      agentName: nullableText,
      metadata: jsonObject.nullable().default(null),
      timestamp,
    }),
    z.looseObject({
      type: z.literal('function_call'),
      name: z.string(),
      call_id: z.string(),
      arguments: jsonObject,
      phase,
      timestamp,
    }),
    z.looseObject({
      type: z.literal('function_call_output'),
      name: z.string(),
      call_id: z.string(),
      output: z.string(),
      is_error: z.boolean(),
      executionTimeMs: z.number().nullable().default(null),
      phase,
      timestamp,
    }),
    z.looseObject({ type: z.literal('thinking'), thinking: z.string(), timestamp }),
    z.looseObject({ type: z.literal('summary'), summary: z.string(), timestamp }),
    unknownKindShape,
  ]),
)
