import type { Failure } from './failure.ts'
import type { TransportError, WireRequest } from './transport.ts'

/** A request that got no answer, as the failure that reports show. */
export function fromTransport({ kind, code }: TransportError, { url, timeLimitMs }: WireRequest): Failure {
  if (kind === 'unreachable') return { kind, url: originOf(url), code }
  if (kind === 'timed out') return { kind, limitMs: timeLimitMs }
  if (kind === 'oversized') return { kind, limit: code }
  return kind === 'blocked' || kind === 'unrecorded' || kind === 'held back' ? { kind, reason: code } : { kind }
}

/** The origin of a URL: what a message may show of it. */
export function originOf(url: string): string {
  return new URL(url).origin
}
