import { z } from 'zod'
import { layers } from '../../wire/api/layer.ts'
import type { Violation } from '../../wire/api/shape.ts'
import type { Failure, KnownFailure, Recovered, SentRequest, UnknownReason } from '../../wire/client/failure.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

const violations = z.array(
  exactly<Violation>()(z.object({ path: z.string(), expected: z.string(), actual: z.string() })).meta({
    id: 'Violation',
    description: 'One place where a message breaks the interface.',
  }),
)

const knownArms = [
  z
    .object({
      kind: z.literal('refused'),
      status: z.number(),
      responseCode: z.number().nullable(),
      errorCode: z.string().nullable(),
      message: z.string(),
      requestId: z.string().nullable(),
      retryAfterMs: z.number().exactOptional(),
      layer: z.enum(layers).exactOptional().meta({
        description: 'In which layer an agent of the local service came to nothing, where that says so.',
      }),
    })
    .meta({ description: 'The service answered with an error.' }),
  z.object({
    kind: z.literal('unreachable'),
    url: z.string(),
    code: z.string(),
    gone: z.literal(true).exactOptional().meta({ description: 'Not even sent, after many others got no connection.' }),
  }),
  z.object({
    kind: z.literal('timed out'),
    limitMs: z.number(),
    unconnected: z.literal(true).exactOptional().meta({ description: 'No connection was made in that time.' }),
  }),
  z.object({ kind: z.literal('aborted') }),
  z
    .object({
      kind: z.literal('garbled'),
      url: z.string(),
      status: z.number(),
      contentType: z.string().nullable(),
      excerpt: z.string(),
      location: z.string().exactOptional().meta({ description: 'Where a redirect leads, which is not followed.' }),
    })
    .meta({ description: 'The answer is no JSON envelope.' }),
  z
    .object({ kind: z.literal('misshapen'), status: z.number(), violations, requestId: z.string().nullable() })
    .meta({ description: 'The answer is JSON but breaks the interface.' }),
  z.object({ kind: z.literal('oversized'), limit: z.string() }),
  z
    .object({ kind: z.literal('blocked'), reason: z.string() })
    .meta({ description: 'Kept from leaving: it could reach a real person, or set an agent to work whose tools act.' }),
  z
    .object({ kind: z.literal('unrecorded'), reason: z.string() })
    .meta({ description: 'A tape was to answer, and holds no answer to this request.' }),
  z.object({ kind: z.literal('held back'), reason: z.string() }).meta({
    description: 'Not sent: the service asked everybody to wait, for longer than is left to the conversation.',
  }),
  z
    .object({ kind: z.literal('unsendable'), violations })
    .meta({ description: 'Our own request breaks the interface, so it was not sent.' }),
] as const

const knownFailureShape: z.ZodType<KnownFailure> = exactly<KnownFailure>()(
  z.discriminatedUnion('kind', knownArms),
).meta({ id: 'KnownFailure', description: 'What one exchange ended in.' })

const reasonShape: z.ZodType<UnknownReason> = exactly<UnknownReason>()(
  z.enum([
    'no session',
    'held back',
    'unreadable',
    'behind',
    'not taken',
    'unanswered',
    'twice',
    'sent again',
    'stored',
    'more',
    'beside',
    'other words',
  ]),
)

const sendings = countOf('How often the message was sent.')
const looks = countOf('How often the session was fetched.')

/** The shape of a failure. */
export const failureShape: z.ZodType<Failure> = exactly<Failure>()(
  z.discriminatedUnion('kind', [
    ...knownArms,
    z
      .object({ kind: z.literal('not taken'), cause: knownFailureShape, sendings, looks })
      .meta({ description: 'A turn that was refused with 429 each time, and that the session does not hold.' }),
    z
      .object({ kind: z.literal('unknown'), cause: knownFailureShape, why: reasonShape, looks })
      .meta({ description: 'A turn whose exchange broke, and of which the session does not tell what became.' }),
  ]),
).meta({ id: 'Failure', description: 'Why an operation gave no data.' })

/** The shape of a recovery: how a turn got its answer although its exchange broke. */
export const recoveredShape: z.ZodType<Recovered> = exactly<Recovered>()(
  z.object({
    how: z.enum(['fetched', 'sent again', 'begun again']).meta({
      description:
        'fetched: the answer was lost and stands in the stored session. sent again: the turn was not taken, or never left. begun again: the answer to a first turn was lost, so that the conversation began again.',
    }),
    breaks: z.array(knownFailureShape).meta({ description: 'What each exchange broke with, in order.' }),
    sendings,
    looks,
    ms: milliseconds('From the first sending until the answer was sure.'),
  }),
).meta({ id: 'Recovered', description: 'How a turn was answered whose first exchange broke.' })

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
