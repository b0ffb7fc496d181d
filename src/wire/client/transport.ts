/** A request as it goes on the wire: everything is serialised. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  timeLimitMs: number
  /** For how long it may be held back before it leaves, in milliseconds. Default: `timeLimitMs`. */
  waitMs?: number
  signal?: AbortSignal
}

/** An answer as it came from the wire, its body read to the end. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** How long the exchange took, in milliseconds, where it was not now: a recording says it. */
  timeMs?: number
}

/**
 * The seam to the network: live, guarded, recorded and replayed services are transports.
 * @throws TransportError for every way in which no answer can come
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/**
 * Why no answer came. `code` is the system's own, such as ECONNREFUSED; for *blocked*, *unrecorded* and *held back* it
 * is a reason for people to read. `timeMs` is there if a recording says how long it took.
 */
export class TransportError extends Error {
  constructor(
    readonly kind: 'unreachable' | 'timed out' | 'aborted' | 'oversized' | 'blocked' | 'unrecorded' | 'held back',
    readonly code: string,
    readonly timeMs?: number,
  ) {
    super(`${kind}: ${code}`)
    this.name = 'TransportError'
  }
}
