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
  /** Awaited right before it leaves, after all waiting; where it rejects, the request does not leave. */
  leaving?: () => Promise<void>
}

/** An answer as it came from the wire, its body read to the end. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** What is no UTF-8 begins with `notUtf8`. */
  text: string
  /** How long the exchange took, in milliseconds, where it was not now: a recording says it. */
  timeMs?: number
}

/**
 * What the text of an answer begins with whose bytes are no UTF-8. No JSON begins so: what was lost in such a text can
 * never be judged, also not when a tape gives it back.
 */
export const notUtf8 = '\uFFFD'

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

/** The code of a *timed out* for which no connection was made, so that nothing was sent. */
export const unconnected = 'no connection'

/**
 * How long an answer asks to wait before the next request, in milliseconds: its Retry-After, in seconds or as an HTTP
 * date. A date is held against the answer's own `Date`, where there is one, so that clocks may differ. Null when it asks
 * for nothing that is a time to come.
 */
export function readRetryAfter({ headers }: Pick<WireAnswer, 'headers'>, now: number = Date.now()): number | null {
  const written = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(written)) return positive(Math.min(Number(written) * 1_000, Number.MAX_SAFE_INTEGER))
  const until = /[a-z]/i.test(written) ? Date.parse(written) : Number.NaN
  if (Number.isNaN(until)) return null
  const said = Date.parse(first(headers.date) ?? '')
  return positive(until - (Number.isNaN(said) ? now : said))
}

/**
 * The same for those who ask again by themselves: an answer that asks for no time, as by 0 or a date that is over, is asked
 * again after half a second, then after twice as long each time. Null when it does not say when.
 */
export function readNextTry(answer: Pick<WireAnswer, 'headers'>, tries: number, now?: number): number | null {
  const written = first(answer.headers['retry-after'])?.trim() ?? ''
  const isNow = /^0+(\.0+)?$/.test(written) || (/[a-z]/i.test(written) && !Number.isNaN(Date.parse(written)))
  return readRetryAfter(answer, now) ?? (isNow ? Math.min(8_000, 500 * 2 ** tries) : null)
}

function positive(ms: number): number | null {
  return ms > 0 ? ms : null
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/**
 * The callbacks of the requests under way, by signal. One listener serves all of them, since adding one costs more than
 * a small request.
 */
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
