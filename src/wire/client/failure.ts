import type { Layer } from '../api/layer.ts'
import type { Violation } from '../api/shape.ts'
import type { Unseen } from '../api/unseen.ts'
import type { Usage } from '../api/usage.ts'
import { type TransportError, unconnected, type WireRequest } from './transport.ts'

/**
 * Why an operation returned no data. Plain data. The message of a refusal may contain a key until results are
 * redacted; anything shortened is redacted already.
 */
export type Failure =
  | KnownFailure
  | {
      /**
       * The service refused every sending of a turn with 429, and the session shows that the message was not
       * taken. `cause` is the last refusal.
       */
      kind: 'not taken'
      cause: KnownFailure
      sendings: number
      looks: number
    }
  | {
      /**
       * The exchange of a turn broke, and the session does not reveal the outcome (ENV-21). The turn may have
       * been taken, so it is not sent again.
       */
      kind: 'unknown'
      cause: KnownFailure
      why: UnknownReason
      /** How often the session was fetched. */
      looks: number
    }

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
export type UnknownReason =
  | 'no session'
  | 'held back'
  | 'unreadable'
  | 'behind'
  | 'not taken'
  | 'unanswered'
  | 'twice'
  | 'sent again'
  | 'stored'
  | 'more'
  | 'beside'
  | 'other words'

/** How a single exchange can fail. */
export type KnownFailure =
  | {
      /** The service answered with an error. */
      kind: 'refused'
      status: number
      responseCode: number | null
      errorCode: string | null
      message: string
      requestId: string | null
      /** How long the service asks to wait (Retry-After), if it does. */
      retryAfterMs?: number
      /** The layer in which an agent of the local service failed, if it says so. */
      layer?: Layer
    }
  | {
      /** There was no connection, or it broke before the answer was complete. */
      kind: 'unreachable'
      url: string
      code: string
      /** It was not even sent, after many others had got no connection. */
      gone?: true
    }
  | {
      /** The complete answer did not arrive within the limit. */
      kind: 'timed out'
      limitMs: number
      /** Nothing was sent, because no connection was made in that time. */
      unconnected?: true
    }
  | {
      /** Ended by the caller's signal. */
      kind: 'aborted'
    }
  | {
      /** The answer is not a JSON envelope: a proxy's HTML page, a truncated body. `excerpt` is its beginning. */
      kind: 'garbled'
      url: string
      status: number
      contentType: string | null
      excerpt: string
      /** Where a redirect leads, without its query; redirects are not followed. */
      location?: string
    }
  | {
      /** The answer is JSON but breaks the contract. */
      kind: 'misshapen'
      status: number
      violations: Violation[]
      requestId: string | null
    }
  | {
      /** The answer is larger than the client accepts. */
      kind: 'oversized'
      limit: string
    }
  | {
      /**
       * The live guard did not let the request leave: it could reach a real person, or set an agent to work
       * whose tools act.
       */
      kind: 'blocked'
      reason: string
    }
  | {
      /** A recording should have answered, but has no answer to this request; nothing was sent. */
      kind: 'unrecorded'
      reason: string
    }
  | {
      /** Not sent: the service asked everybody to wait for longer than the conversation has time left. */
      kind: 'held back'
      reason: string
    }
  | {
      /** Our own request breaks the contract, so it was not sent. */
      kind: 'unsendable'
      violations: Violation[]
    }

/**
 * The data of an operation, or why there is none. `timeMs` is the wall-clock time of the exchange in milliseconds;
 * `sent` is set if a request other than a read was sent, `usage` and `unseen` if the local service reports them.
 */
export type Answer<T> = { sent?: SentRequest; usage?: Usage[]; unseen?: Unseen } & (
  | { ok: true; data: T; status: number; requestId: string | null; timeMs: number }
  | { ok: false; failure: Failure; timeMs: number }
)

/** The failure to report for a request that got no answer. */
export function fromTransport({ kind, code }: TransportError, { url, timeLimitMs }: WireRequest): Failure {
  if (kind === 'unreachable') return { kind, url: originOf(url), code }
  if (kind === 'gone') return { kind: 'unreachable', url: originOf(url), code, gone: true }
  if (kind === 'timed out')
    return code === unconnected ? { kind, limitMs: timeLimitMs, unconnected: true } : { kind, limitMs: timeLimitMs }
  if (kind === 'oversized') return { kind, limit: code }
  return kind === 'blocked' || kind === 'unrecorded' || kind === 'held back' ? { kind, reason: code } : { kind }
}

/** System error codes that mean that no connection was made, so nothing was sent. */
const unconnectedCodes = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error code means that a request did not leave. */
export function neverLeft(code: string): boolean {
  return unconnectedCodes.has(code)
}

/** Error codes of a connection that delivered something other than a valid answer: two lengths, an endless header. */
const unreadable = /^(?:HPE_|UND_ERR_RES|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INFO|Response does not match)/

/** Whether a connection was made but delivered invalid HTTP. */
export function isUnreadable({ code }: { code: string }): boolean {
  return unreadable.test(code)
}

/** The origin of a URL: the part that messages may show. */
export function originOf(url: string): string {
  return new URL(url).origin
}

/**
 * How a turn whose first exchange broke was answered. *fetched*: its answer was lost and found in the stored
 * session. *sent again*: it was not taken, or never left, and a later sending was answered. *begun again*: the answer to
 * a first turn was lost, so the conversation began again in a fresh session. JSON-safe.
 */
export interface Recovered {
  how: 'fetched' | 'sent again' | 'begun again'
  /** How each exchange broke, in order. */
  breaks: KnownFailure[]
  /** How often the message was sent, including attempts that never left. */
  sendings: number
  /** How often the session was fetched. */
  looks: number
  /** From the first sending until the answer was certain, in milliseconds. */
  ms: number
}

/** A request as it was sent, without its key: enough to send it again. JSON-safe. */
export interface SentRequest {
  method: WireRequest['method']
  /** Without a user's name and password, which are never sent. */
  url: string
  /** The headers that carried the key. */
  keyHeaders: ('x-api-key' | 'authorization')[]
  /** JSON text. */
  body: string | null
}
