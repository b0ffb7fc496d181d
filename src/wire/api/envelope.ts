import { z } from 'zod'
import { recognising, type WireShape } from './shape.ts'
import { isUsualEnvelope } from './usual-answer.ts'

/** The wrapper of every answer (Response envelope). Errors of most operations carry `errorCode` and `data: null`. */
export interface Envelope {
  responseCode: number
  message: string
  data?: unknown
  errorCode?: string | null
}

/** Reads an envelope; unknown members are kept (ENV-06). */
export const envelopeShape: WireShape<Envelope> = recognising(
  z.looseObject({
    responseCode: z.int(),
    message: z.string(),
    data: z.unknown().optional(),
    errorCode: z.string().nullable().exactOptional(),
  }),
  isUsualEnvelope,
)

/** Reads the data of an operation that returns none. */
export const emptyDataShape: z.ZodType<null> = z.null()

/** Reads the data of an operation whose answer the interface does not document (endpoint 7). */
export const anyDataShape: z.ZodType<unknown> = z.unknown()
