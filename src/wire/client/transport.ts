/** A request as it is sent, fully serialised. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  timeLimitMs: number
  /** How long it may be held back before it leaves, in milliseconds. Default: `timeLimitMs`. */
  waitMs?: number
  signal?: AbortSignal
  /** What stands before the service, if anything does; absent if its paths and headers are those of the interface. */
  gateway?: Gateway
  /** Awaited right before the request leaves, after all waiting; if it rejects, the request does not leave. */
  leaving?: () => Promise<void>
}

/** What stands before a service: guards judge a request as the service gets it, once this is taken away. */
export interface Gateway {
  /** The path of its base address, without a slash at its end: '' or `/gateway/v1`. */
  path: string
  /** The names of the headers that it needs, in lower case. */
  headers: readonly string[]
}

/** An answer as it was received, its body read to the end. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Begins with `notUtf8` if the bytes were not UTF-8. */
  text: string
  /** How long a recorded exchange took, in milliseconds. */
  timeMs?: number
}

/** Begins the text of an answer that was not UTF-8. No JSON begins so, and it can never be judged, also from a tape. */
export const notUtf8 = '\uFFFD'

/**
 * The seam to the network: live, guarded, recorded and replayed services are all transports.
 * @throws TransportError for every way in which no answer can come
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/**
 * Why no answer came. `code` is the system's own, such as ECONNREFUSED; for *gone* it is that of the requests before,
 * after which this one was not sent; for *blocked*, *unrecorded* and *held
 * back* it is a reason for people to read. `timeMs` is set if a recording says how long it took.
 */
export class TransportError extends Error {
  constructor(
    readonly kind:
      | 'unreachable'
      | 'gone'
      | 'timed out'
      | 'aborted'
      | 'oversized'
      | 'blocked'
      | 'unrecorded'
      | 'held back',
    readonly code: string,
    readonly timeMs?: number,
  ) {
    super(`${kind}: ${code}`)
    this.name = 'TransportError'
  }
}

/** The code of a *timed out* without a connection, so that nothing was sent. */
export const noConnection = 'no connection'

/** The code of a connection that a proxy did not make: `why` is its status, or the code of the system. */
export function codeOfProxy(origin: string, why: string): string {
  return `proxy ${origin} ${why}`
}

/** How long an answer asks to wait, in ms: a Retry-After in seconds, or a date, against the answer's own `Date`. */
export function readRetryAfter({ headers }: Pick<WireAnswer, 'headers'>, now: number = Date.now()): number | null {
  const retryAfter = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return positive(Math.min(Number(retryAfter) * 1_000, Number.MAX_SAFE_INTEGER))
  const until = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  if (Number.isNaN(until)) return null
  const date = Date.parse(first(headers.date) ?? '')
  return positive(until - (Number.isNaN(date) ? now : date))
}

/** For automatic retries: a Retry-After of 0 or in the past becomes half a second, doubled each time. Null for none. */
export function readNextTry(answer: Pick<WireAnswer, 'headers'>, tries: number, now?: number): number | null {
  const retryAfter = first(answer.headers['retry-after'])?.trim() ?? ''
  const isNow = /^0+(\.0+)?$/.test(retryAfter) || (/[a-z]/i.test(retryAfter) && !Number.isNaN(Date.parse(retryAfter)))
  return readRetryAfter(answer, now) ?? (isNow ? Math.min(8_000, 500 * 2 ** tries) : null)
}

function positive(ms: number): number | null {
  return ms > 0 ? ms : null
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** Callbacks of requests under way by signal; one listener serves all, as adding one costs more than a request. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `interrupt` when the signal aborts, unless the returned function was called before. */
export function onAbort(signal: AbortSignal, interrupt: () => void): () => void {
  const all = waiting.get(signal) ?? listen(signal)
  all.add(interrupt)
  return () => all.delete(interrupt)
}

function listen(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(signal, all)
  signal.addEventListener('abort', () => {
    for (const interrupt of all) interrupt()
  })
  return all
}
