import { z } from 'zod'
import { countOf, exactly, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { layers } from '../api/layer.ts'
import type { Violation } from '../api/shape.ts'

const violations = z.array(
  exactly<Violation>()(z.object({ path: z.string(), expected: z.string(), actual: z.string() })).meta({
    id: 'Violation',
    description: 'One place where a message breaks the interface.',
  }),
)

/** One way to fail, and what it means for those who read results. */
function arm<Kind extends string, Members extends z.ZodRawShape>(kind: Kind, members: Members, description?: string) {
  const shape = z.object({ kind: z.literal(kind), ...members })
  return description === undefined ? shape : shape.meta({ description })
}

const status = z.number()
const requestId = z.string().nullable()
const reasonShape = { reason: z.string() }

const knownArms = [
  arm(
    'refused',
    {
      status,
      responseCode: z.number().nullable(),
      errorCode: z.string().nullable(),
      message: z.string(),
      requestId,
      /** How long the service asks to wait (Retry-After), if it does. */
      retryAfterMs: z.number().exactOptional(),
      /** The layer in which an agent of the local service failed, if it says so. */
      layer: z.enum(layers).exactOptional().meta({
        description: 'In which layer an agent of the local service came to nothing, where that says so.',
      }),
    },
    'The service answered with an error.',
  ),
  // There was no connection, or it broke before the answer was complete.
  arm('unreachable', {
    url: z.string(),
    code: z.string(),
    /** It was not even sent, after many others had got no connection. */
    gone: z.literal(true).exactOptional().meta({ description: 'Not even sent, after many others got no connection.' }),
  }),
  // The complete answer did not arrive within the limit.
  arm('timed out', {
    limitMs: z.number(),
    /** Nothing was sent, because no connection was made in that time. */
    unconnected: z.literal(true).exactOptional().meta({ description: 'No connection was made in that time.' }),
  }),
  // Ended by the caller's signal.
  arm('aborted', {}),
  // A proxy's HTML page, or a truncated body.
  arm(
    'garbled',
    {
      url: z.string(),
      status,
      contentType: z.string().nullable(),
      /** The beginning of the answer. */
      excerpt: z.string(),
      /** Where a redirect leads, without its query; redirects are not followed. */
      location: z.string().exactOptional().meta({ description: 'Where a redirect leads, which is not followed.' }),
    },
    'The answer is no JSON envelope.',
  ),
  arm('misshapen', { status, violations, requestId }, 'The answer is JSON but breaks the interface.'),
  // The answer is larger than the client accepts.
  arm('oversized', { limit: z.string() }),
  // By the live guard.
  arm(
    'blocked',
    reasonShape,
    'Kept from leaving: it could reach a real person, or set an agent to work whose tools act.',
  ),
  // Nothing was sent.
  arm('unrecorded', reasonShape, 'A tape was to answer, and holds no answer to this request.'),
  arm(
    'held back',
    reasonShape,
    'Not sent: the service asked everybody to wait, for longer than is left to the conversation.',
  ),
  arm('unsendable', { violations }, 'Our own request breaks the interface, so it was not sent.'),
] as const

const knownFailureUnion = z
  .discriminatedUnion('kind', knownArms)
  .meta({ id: 'KnownFailure', description: 'What one exchange ended in.' })

export type KnownFailure = z.output<typeof knownFailureUnion>

const knownFailureShape: z.ZodType<KnownFailure> = knownFailureUnion

const reason = z.enum([
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
])

/**
 * Why a session does not reveal the outcome of a turn.
 * - *no session*: it was the first turn, so no id is known.
 * - *held back*: the service asks to wait for longer than the time left.
 * - *unreadable*: the session could not be fetched.
 * - *behind*: the session lacks earlier turns.
 * - *not taken*: the session lacks the message, which may still arrive.
 * - *unanswered*: the session has the message without a complete answer.
 * - *twice*: the session has the message twice.
 * - *sent again*: the session has the message once, but it was sent several times without an answer, so
 *   another may arrive.
 * - *stored*: the turn was refused, but the session has the message all the same.
 * - *more*: the answer was found in the session, and more of it came after it was judged.
 * - *beside*: the answer was found in the session next to calls that an answer may or may not show, and the
 *   verdict depends on them.
 * - *other words*: the session has another message in its place.
 */
export type UnknownReason = z.output<typeof reason>

const sendings = countOf('How often the message was sent.')
const looks = countOf('How often the session was fetched.')

const failureUnion = z
  .discriminatedUnion('kind', [
    ...knownArms,
    // `cause` is the last refusal.
    arm(
      'not taken',
      { cause: knownFailureShape, sendings, looks },
      'A turn that was refused with 429 each time, and that the session does not hold.',
    ),
    // The turn may have been taken (ENV-21), so it is not sent again.
    arm(
      'unknown',
      { cause: knownFailureShape, why: reason, looks },
      'A turn whose exchange broke, and of which the session does not tell what became.',
    ),
  ])
  .meta({ id: 'Failure', description: 'Why an operation gave no data.' })

/**
 * Why an operation returned no data. Plain data. The message of a refusal may contain a key until results are
 * redacted; anything shortened is redacted already.
 */
export type Failure = z.output<typeof failureUnion>

export const failureShape: z.ZodType<Failure> = failureUnion

const recoveredMembers = {
  how: z.enum(['fetched', 'sent again', 'begun again']).meta({
    description:
      'fetched: the answer was lost and stands in the stored session. sent again: the turn was not taken, or never left. begun again: the answer to a first turn, or the thread of a turn, was lost, so that the conversation began again.',
  }),
  /** How each exchange broke, in order. */
  breaks: z.array(knownFailureShape).meta({ description: 'What each exchange broke with, in order.' }),
  /** Including attempts that never left. */
  sendings,
  looks,
  ms: milliseconds('From the first sending until the answer was sure.'),
}

/**
 * How a turn whose first exchange broke was answered. *fetched*: its answer was lost and found in the stored
 * session. *sent again*: it was not taken, or never left, and a later sending was answered. *begun again*: the answer to
 * a first turn was lost, so the conversation began again in a fresh session. JSON-safe.
 */
export interface Recovery extends OutputOf<typeof recoveredMembers> {}

/** The shape of a recovery: how a turn got its answer although its exchange broke. */
export const recoveredShape: z.ZodType<Recovery> = z
  .object(recoveredMembers)
  .meta({ id: 'Recovered', description: 'How a turn was answered whose first exchange broke.' })

const sentMembers = {
  method: z.enum(['GET', 'POST', 'DELETE']),
  /** Without a user's name and password, which are never sent. */
  url: z.string(),
  /** The headers that carried the key. */
  keyHeaders: z.array(z.enum(['x-api-key', 'authorization'])).meta({ description: 'The headers that carry the key.' }),
  /** JSON text. */
  body: z.string().nullable().meta({ description: 'JSON text.' }),
  /** Headers that a gateway wants, each with `$NAME` in the place of a variable of the environment. */
  gateway: z.record(z.string(), z.string()).exactOptional().meta({
    description: 'Headers that a gateway wants, each with $NAME in the place of a variable of the environment.',
  }),
}

/** A request as it was sent, without its key: enough to send it again. JSON-safe. */
export interface SentRequest extends OutputOf<typeof sentMembers> {}

export const sentShape: z.ZodType<SentRequest> = z
  .object(sentMembers)
  .meta({ id: 'SentRequest', description: 'A request as it went on the wire, without its key.' })
