import { z } from 'zod'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { exactly } from './exactly.ts'
import { anyObject } from './scalars.ts'

const unknownKind = z.object({ type: z.literal('unknown'), original: z.unknown() }).meta({
  description: 'Of a type that the interface does not list: kept whole.',
})
const media = { mimeType: z.string(), url: z.string().meta({ description: 'Signed; it expires.' }) }

const itemShape: z.ZodType<ContentItem> = exactly<ContentItem>()(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), ...media, caption: z.string() }),
    z.object({ type: z.literal('video'), ...media, caption: z.string() }),
    z.object({ type: z.literal('audio'), ...media }),
    z.object({ type: z.literal('file'), ...media, filename: z.string() }),
    z.object({ type: z.literal('button'), text: z.string(), payload: z.string() }),
    unknownKind,
  ]),
).meta({ id: 'ContentItem', description: "One piece of a message's content." })

const timestamp = z.string().meta({ description: 'ISO 8601.' })
const phase = z
  .enum(['pre', 'during', 'post'])
  .nullable()
  .meta({ description: 'When the function ran; null where the service does not say.' })

/** The shape of an entry of a transcript as results keep it: what the service left out is null. */
export const entryShape: z.ZodType<TranscriptEntry> = exactly<TranscriptEntry>()(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('message'),
      role: z.enum(['user', 'assistant', 'backgroundAgent']),
      content: z.array(itemShape),
      senderId: z.string().nullable(),
      senderName: z.string().nullable(),
      agentName: z.string().nullable().meta({ description: 'The agent that speaks; null for users.' }),
      metadata: anyObject.nullable(),
      timestamp,
    }),
    z.object({
      type: z.literal('function_call'),
      name: z.string(),
      call_id: z.string(),
      arguments: anyObject,
      phase,
      timestamp,
    }),
    z.object({
      type: z.literal('function_call_output'),
      name: z.string(),
      call_id: z.string(),
      output: z.string().meta({ description: 'Text, usually JSON text.' }),
      is_error: z.boolean(),
      executionTimeMs: z.number().nullable(),
      phase,
      timestamp,
    }),
    z.object({ type: z.literal('thinking'), thinking: z.string(), timestamp }),
    z.object({ type: z.literal('summary'), summary: z.string(), timestamp }),
    unknownKind,
  ]),
).meta({ id: 'TranscriptEntry', description: 'One entry of a transcript, in the order of time.' })
