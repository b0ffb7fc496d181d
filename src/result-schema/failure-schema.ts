import { z } from 'zod'
import type { Violation } from '../api/shape.ts'
import type { Failure } from '../client/failure.ts'
import type { SentRequest } from '../client/sent-request.ts'
import { exactly } from './exactly.ts'

const violations = z.array(
  exactly<Violation>()(z.object({ path: z.string(), expected: z.string(), actual: z.string() })).meta({
    id: 'Violation',
    description: 'One place where a message breaks the interface.',
  }),
)

/** The shape of a failure. */
export const failureShape: z.ZodType<Failure> = exactly<Failure>()(
  z.discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('refused'),
        status: z.number(),
        responseCode: z.number().nullable(),
        errorCode: z.string().nullable(),
        message: z.string(),
        requestId: z.string().nullable(),
      })
      .meta({ description: 'The service answered with an error.' }),
    z.object({ kind: z.literal('unreachable'), url: z.string(), code: z.string() }),
    z.object({ kind: z.literal('timed out'), limitMs: z.number() }),
    z.object({ kind: z.literal('aborted') }),
    z
      .object({
        kind: z.literal('garbled'),
        url: z.string(),
        status: z.number(),
        contentType: z.string().nullable(),
        excerpt: z.string(),
      })
      .meta({ description: 'The answer is no JSON envelope.' }),
    z
      .object({ kind: z.literal('misshapen'), status: z.number(), violations, requestId: z.string().nullable() })
      .meta({ description: 'The answer is JSON but breaks the interface.' }),
    z.object({ kind: z.literal('oversized'), limit: z.string() }),
    z
      .object({ kind: z.literal('blocked'), reason: z.string() })
      .meta({ description: 'Kept from leaving: it could reach a real person.' }),
    z
      .object({ kind: z.literal('unrecorded'), reason: z.string() })
      .meta({ description: 'A tape was to answer, and holds no answer to this request.' }),
    z
      .object({ kind: z.literal('unsendable'), violations })
      .meta({ description: 'Our own request breaks the interface, so it was not sent.' }),
  ]),
).meta({ id: 'Failure', description: 'Why an operation gave no data.' })

/** The shape of a request as it was sent. */
export const sentShape: z.ZodType<SentRequest> = exactly<SentRequest>()(
  z.object({
    method: exactly<SentRequest['method']>()(z.enum(['GET', 'POST', 'DELETE'])),
    url: z.string(),
    keyHeaders: z
      .array(z.enum(['x-api-key', 'authorization']))
      .meta({ description: 'The headers that carry the key.' }),
    body: z.string().nullable().meta({ description: 'JSON text.' }),
  }),
).meta({ id: 'SentRequest', description: 'A request as it went on the wire, without its key.' })
