import { readRetryAfter, type Transport, TransportError, type WireAnswer, type WireRequest } from '../transport.ts'
import { type CongestionWindow, createCongestionWindow, type PaceKind } from './congestion-window.ts'
import { createPause } from './pause.ts'
import { watchPresence } from './presence.ts'
import { createTurnstile } from './turnstile.ts'

/** How fast requests go to one service, shared by all senders. */
export interface Pace {
  /**
   * Keeps to the pace: a 429 holds everybody back for its Retry-After; refused reads are sent again, nothing else.
   * Each request waits for at most its `waitMs`, else it is *held back*. Waiting does not count in `timeMs`.
   */
  through(send: Transport): Transport
  /** How many conversations should run at once. */
  lanes: Lanes
  facts(): PaceFacts
}

export interface PaceFacts {
  /** The number of 429 answers. */
  refusals: number
  /** How long nothing was sent, in milliseconds. */
  pausedMs: number
  /** How many requests may be under way at once; null as long as there is no limit. */
  limit: number | null
}

interface PaceSettings {
  /** The most requests under way at once. */
  most: number
  /** Find out how many are possible, starting with a few. Otherwise there is no limit until the service refuses. */
  adaptive?: boolean
  /** The window to use, for tests. */
  window?: CongestionWindow
}

/** When a request left: how many were under way, in which era of the window, and whether it was a probe. */
interface Leaving {
  underWay: number
  era: number
  isProbe: boolean
}

/** How long a service may refuse everything, in milliseconds, before we give up waiting. */
const patienceMs = 120_000
/** The initial limit of an adaptive pace. */
const start = 4

/** Creates a pace. All senders that should share its limits must use the same one. */
export function createPace({ most, adaptive = false, window: own }: PaceSettings): Pace {
  const window = own ?? createCongestionWindow({ start: adaptive ? Math.min(start, most) : most, most })
  const listeners: (() => void)[] = []
  /** Whether the window applies. */
  let limited = adaptive
  /** When refusals began after the last answer, and when the current pause began; by `performance.now()`. */
  let [refusedSince, pausedSince]: [number | null, number | null] = [null, null]
  const facts = { refusals: 0, pausedMs: 0 }
  const limit = (): number => (limited ? window.limit() : Number.POSITIVE_INFINITY)
  const pause = createPause(() => {
    const now = performance.now()
    if (pause.isOn()) pausedSince ??= now
    else if (pausedSince !== null) {
      facts.pausedMs += now - pausedSince
      pausedSince = null
    }
    turnstile.look()
  })
  function vain(leftMs: 0): string
  function vain(leftMs: number): string | null
  function vain(leftMs: number): string | null {
    const [askedMs, restText] = [pause.asksMs(), seconds(leftMs)]
    if (askedMs > leftMs)
      return `the service asks everybody to wait ${seconds(askedMs)} (Retry-After), and ${restText} are left to this conversation`
    if (pause.isOn() && refusedSince !== null && performance.now() - refusedSince > patienceMs)
      return `the service has refused everything for ${seconds(performance.now() - refusedSince)} (429)`
    if (leftMs > 0) return null
    return pause.isOn()
      ? 'the service limits requests (429), and this conversation may not wait any longer'
      : `the service takes no more than ${limit()} at once, and this conversation may not wait any longer`
  }
  const mayPass = (underWay: number): boolean => (pause.isOn() ? pause.pass() : underWay < limit())
  const turnstile = createTurnstile({ mayPass, vain })

  const take = ({ underWay, era, isProbe }: Leaving, turn: { kind: PaceKind; ms: number } | undefined): void => {
    if (isProbe || !pause.isOn()) refusedSince = null
    if (isProbe) pause.answered()
    if (!limited || era !== window.era()) return
    const before = window.limit()
    window.answered(underWay, turn)
    limited = adaptive || window.limit() < most
    if (window.limit() > before) for (const listener of listeners) listener()
  }
  const refused = (answer: WireAnswer, { underWay, isProbe }: Leaving): void => {
    facts.refusals += 1
    refusedSince ??= performance.now()
    if (!pause.isOn()) {
      limited = true
      window.refused(underWay)
    }
    pause.refused(readRetryAfter(answer), isProbe)
  }

  const sendOnce = async (send: Transport, request: WireRequest, waited: boolean): Promise<WireAnswer> => {
    const leaving = { underWay: turnstile.underWay(), era: window.era(), isProbe: pause.isProbing() }
    const isTimed = adaptive || waited // otherwise the exchange measures the time
    const began = isTimed ? performance.now() : 0
    try {
      const answer = await send(request)
      const ms = answer.timeMs ?? (isTimed ? performance.now() - began : 0)
      if (answer.status === 429) refused(answer, leaving)
      else take(leaving, adaptive ? timed(request, ms) : undefined)
      return waited ? { ...answer, timeMs: ms } : answer
    } catch (error) {
      if (leaving.isProbe) pause.lost()
      if (!waited || !(error instanceof TransportError)) throw error
      throw new TransportError(error.kind, error.code, error.timeMs ?? performance.now() - began)
    } finally {
      turnstile.leave()
    }
  }
  /** Sends a request as soon as it may, at once if that is now: it counts exactly those that left before it. */
  const sendInTurn = async (
    send: Transport,
    request: WireRequest,
    until: number,
    again: boolean,
  ): Promise<WireAnswer> => {
    if (turnstile.pass()) return sendOnce(send, request, again)
    await turnstile.wait({ rank: rankOf(request), until, signal: request.signal })
    return sendOnce(send, request, true)
  }
  /** A refused read is sent again, since it changes nothing; the pause does the waiting. */
  const sendRead = async (send: Transport, request: WireRequest, until: number): Promise<WireAnswer> => {
    let refusal: WireAnswer | null = null
    try {
      for (;;) {
        const answer = await sendInTurn(send, request, until, refusal !== null)
        if (answer.status !== 429) return answer
        refusal = answer
      }
    } catch (error) {
      if (refusal === null || request.signal?.aborted === true) throw error
      return refusal
    }
  }
  return {
    through: (transport) => {
      const send = watchPresence(transport)
      return (request) => {
        const until = performance.now() + (request.waitMs ?? request.timeLimitMs)
        return request.method === 'GET' ? sendRead(send, request, until) : sendInTurn(send, request, until, false)
      }
    },
    lanes: {
      limit: () => (limited ? window.limit() : most),
      watch: (listener) => void listeners.push(listener),
    },
    facts: () => ({ ...facts, limit: limited ? window.limit() : null }),
  }
}

/** Reads go first, since a refusal costs them nothing; first turns go last, since a lost one cannot be looked up. */
function rankOf({ method, body }: WireRequest): number {
  if (method === 'GET') return 0
  return body?.includes('"sessionId":') === true ? 1 : 2
}

/** The kind and time of a chat turn, which show whether the agent gets slower. */
function timed(request: WireRequest, ms: number): { kind: PaceKind; ms: number } | undefined {
  if (request.method !== 'POST' || request.body === undefined) return undefined
  return { kind: rankOf(request) === 1 ? 'later' : 'opening', ms }
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1_000)} s`
}

/** A limit of how many may go on at once that changes over time. */
export interface Lanes {
  limit(): number
  /** Calls `listener` whenever there is more room than before. */
  watch(listener: () => void): void
}

export function narrower(one: number | Lanes, other: number | Lanes): number | Lanes {
  if (typeof one === 'number' && typeof other === 'number') return Math.min(one, other)
  const limitOf = (lanes: number | Lanes): number => (typeof lanes === 'number' ? lanes : lanes.limit())
  return {
    limit: () => Math.min(limitOf(one), limitOf(other)),
    watch(listener) {
      for (const lanes of [one, other]) if (typeof lanes !== 'number') lanes.watch(listener)
    },
  }
}
