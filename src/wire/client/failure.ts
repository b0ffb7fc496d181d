import type { Unseen } from '../api/unseen.ts'
import type { Usage } from '../api/usage.ts'
import type { Failure, SentRequest } from './failure-shape.ts'
import { noConnection, type TransportError, type WireRequest } from './transport.ts'

export type { Failure, KnownFailure, Recovery, SentRequest, UnknownReason } from './failure-shape.ts'

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
    return code === noConnection ? { kind, limitMs: timeLimitMs, unconnected: true } : { kind, limitMs: timeLimitMs }
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
