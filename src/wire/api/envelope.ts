import { z } from 'zod'
import { openObject, recognising } from './shape.ts'
import { isUsualEnvelope } from './usual.ts'

/** Reads an envelope; unknown members are kept (ENV-06). */
export const envelopeShape = recognising(
  openObject({
    responseCode: z.int(),
    message: z.string(),
    data: z.unknown().optional(),
    errorCode: z.string().nullable().exactOptional(),
  }),
  isUsualEnvelope,
)

/** The wrapper of every answer (Response envelope). Errors of most operations carry `errorCode` and `data: null`. */
export interface Envelope extends z.output<typeof envelopeShape> {}

/** Reads the data of an operation that returns none. */
export const emptyDataShape: z.ZodType<null> = z.null()

/** Reads the data of an operation whose answer the interface does not document (endpoint 7). */
export const anyDataShape: z.ZodType<unknown> = z.unknown()

/** The documented error codes and the HTTP status each comes with (Errors). */
export const errorStatus = {
  apiKeyMissing: 401,
  apiKeyInvalid: 401,
  validationError: 422,
  incompatibleOptions: 400,
  agentNameRequired: 400,
  unsupportedChannelType: 400,
  noAgentPhoneNumbers: 400,
  noAgentEmail: 400,
  customerNumberRequired: 400,
  customerEmailRequired: 400,
  agentNumberNotInChannel: 400,
  templateNotSupported: 400,
  messageRequired: 400,
  templateIdRequired: 400,
  emailBodyRequired: 400,
  forbidden: 403,
  channelNotFound: 404,
  sessionNotFound: 404,
  replyToSessionNotFound: 404,
  internalError: 500,
} as const

/** One documented error code. Services may send others. */
export type ErrorCode = keyof typeof errorStatus
