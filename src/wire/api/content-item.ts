import { z } from 'zod'
import { keepUnknown, type UnknownKind, unknownKindShape } from './keep-unknown.ts'

/** One piece of a message's content (Content item). Media URLs are signed and expire; a caption is "" when there is none (CNT-02). */
export type ContentItem =
  | { type: 'text'; text: string }
  | { type: 'image'; mimeType: string; url: string; caption: string }
  | { type: 'video'; mimeType: string; url: string; caption: string }
  | { type: 'audio'; mimeType: string; url: string }
  | { type: 'file'; mimeType: string; url: string; filename: string }
  | { type: 'button'; text: string; payload: string }
  | UnknownKind

/** A missing caption is read as "", whether the service sends null or leaves it out (CNT-02). */
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
