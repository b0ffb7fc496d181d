import type { Layer } from '../api/layer.ts'
import type { Violation } from '../api/shape.ts'
import type { Usage } from '../api/usage.ts'
import { type TransportError, unconnected, type WireRequest } from './transport.ts'

/**
 * Why an operation returned no data. Plain data. What a refusal says may hold a key until results are redacted; nothing
 * that is shortened does.
 */
export type Failure =
  | KnownFailure
  | {
      /**
       * The service refused every sending of a turn with 429, and the session shows that the message was not taken.
       * `cause` is the last refusal.
       */
      kind: 'not taken'
      cause: KnownFailure
      sendings: number
      looks: number
    }
  | {
      /**
       * The exchange of a turn broke, and the session does not tell what became of it (ENV-21). It may have been taken,
       * so it is not sent again.
       */
      kind: 'unknown'
      cause: KnownFailure
      why: UnknownReason
      /** How often the session was fetched. */
      looks: number
    }

/**
 * Why a session does not tell what became of a turn. *no session*: it was the first turn, so that no id is known.
 * *held back*: the service asks to wait for longer than is left. *unreadable*: the session could not be fetched. *behind*:
 * it does not hold the turns before. *not taken*: it does not hold the message, which may still come. *unanswered*: it
 * holds the message without a whole answer. *twice*: it holds the message twice. *sent again*: it holds the message
 * once, which was sent several times without an answer, so that another may come. *stored*: the turn was refused, and it
 * holds the message all the same. *more*: its answer was found there, and more of it came after that was judged.
 * *beside*: its answer was found there beside calls that an answer may show or not, and the verdict rests on them.
 * *other words*: it holds another message in its place.
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

/** What one exchange can end in. */
export type KnownFailure =
  | {
      /** The service answered with an error. */
      kind: 'refused'
      status: number
      responseCode: number | null
      errorCode: string | null
      message: string
      requestId: string | null
      /** How long the service asks to wait (Retry-After), where it does. */
      retryAfterMs?: number
      /** In which layer an agent of the local service came to nothing, where that says so. */
      layer?: Layer
    }
  | {
      /** No connection, or it broke before the answer was whole. */
      kind: 'unreachable'
      url: string
      code: string
    }
  | {
      /** The whole answer did not come within the limit. */
      kind: 'timed out'
      limitMs: number
      /** Nothing was sent, since no connection was made in that time. */
      unconnected?: true
    }
  | {
      /** The caller's signal ended it. */
      kind: 'aborted'
    }
  | {
      /** The answer is no JSON envelope: a proxy's HTML page, a cut body. `excerpt` is its beginning. */
      kind: 'garbled'
      url: string
      status: number
      contentType: string | null
      excerpt: string
    }
  | {
      /** The answer is JSON but breaks the contract. */
      kind: 'misshapen'
      status: number
      violations: Violation[]
      requestId: string | null
    }
  | {
      /** The answer is larger than the client takes. */
      kind: 'oversized'
      limit: string
    }
  | {
      /** The live guard kept the request from leaving: it could reach a real person, or set an agent to work whose tools act. */
      kind: 'blocked'
      reason: string
    }
  | {
      /** A recording was to answer, and holds no answer to this request; nothing was sent. */
      kind: 'unrecorded'
      reason: string
    }
  | {
      /** Not sent: the service asked everybody to wait, for longer than is left to the conversation. */
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
 * `sent` is there if a request other than a read was sent, `usage` where the local service tells what models took.
 */
export type Answer<T> = { sent?: SentRequest; usage?: Usage[] } & (
  | { ok: true; data: T; status: number; requestId: string | null; timeMs: number }
  | { ok: false; failure: Failure; timeMs: number }
)

/** A request that got no answer, as the failure that reports show. */
export function fromTransport({ kind, code }: TransportError, { url, timeLimitMs }: WireRequest): Failure {
  if (kind === 'unreachable') return { kind, url: originOf(url), code }
  if (kind === 'timed out')
    return code === unconnected ? { kind, limitMs: timeLimitMs, unconnected: true } : { kind, limitMs: timeLimitMs }
  if (kind === 'oversized') return { kind, limit: code }
  return kind === 'blocked' || kind === 'unrecorded' || kind === 'held back' ? { kind, reason: code } : { kind }
}

/** Error codes of a connection over which something came that is no answer: two lengths, a header that never ends. */
const unreadable = /^(?:HPE_|UND_ERR_RES|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INFO|Response does not match)/

/** Whether a connection was made, and what came over it breaks the rules of HTTP. */
export function isUnreadable({ code }: { code: string }): boolean {
  return unreadable.test(code)
}

/** The origin of a URL: what a message may show of it. */
export function originOf(url: string): string {
  return new URL(url).origin
}

/**
 * How a turn was answered whose first exchange broke. *fetched*: its answer was lost and stands in the stored session.
 * *sent again*: it was not taken, or never left, and a later sending was answered. JSON-safe.
 */
export interface Recovered {
  how: 'fetched' | 'sent again'
  /** What each exchange broke with, in order. */
  breaks: KnownFailure[]
  /** How often the message was sent, those that never left among them. */
  sendings: number
  /** How often the session was fetched. */
  looks: number
  /** From the first sending until the answer was sure, in milliseconds. */
  ms: number
}

/** A request as it went on the wire, without its key: enough to send it again. JSON-safe. */
export interface SentRequest {
  method: WireRequest['method']
  /** Without a user's name and password, which never leave. */
  url: string
  /** The headers that carry the key. */
  keyHeaders: ('x-api-key' | 'authorization')[]
  /** JSON text. */
  body: string | null
}
