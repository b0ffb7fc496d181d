import { type Transport, TransportError, type WireAnswer, type WireRequest } from '../transport.ts'
import { backOff } from './back-off.ts'
import { createCongestionWindow } from './congestion-window.ts'
import type { Lanes } from './lanes.ts'
import type { TurnKind } from './latency-watch.ts'
import { maySendAgain } from './may-send-again.ts'
import { readRetryAfter } from './retry-after.ts'
import { createTurnstile } from './turnstile.ts'

/** How fast requests go to one service, for all who send them. */
export interface Pace {
  /**
   * A transport that keeps to the pace. A request that is refused with 429 holds everybody back for as long as Retry-After
   * says and is sent again, as often as the waiting fits in its time limit; then the refusal is the answer. Waiting is no
   * part of `timeMs`.
   */
  through(send: Transport): Transport
  /** How many conversations should go on at once. */
  lanes: Lanes
  facts(): PaceFacts
}

/** What became of the pace. */
export interface PaceFacts {
  /** Answers 429. */
  refusals: number
  /** For how long nothing was sent, in milliseconds. */
  pausedMs: number
  /** How many requests it lets be under way at once; null as long as nothing limits them. */
  limit: number | null
}

/** How fast to go. */
export interface PaceSettings {
  /** Requests under way at once, at most. */
  most: number
  /** Find out how many, from a few on. Otherwise there is no limit until the service refuses. */
  adaptive?: boolean
  /** From 0 to 1, so that clients that were refused together do not come back together. */
  random?: () => number
}

/** How things were when a request left: with how many others, after how many pauses, in which era of the window. */
interface Leaving {
  underWay: number
  pause: number
  era: number
}

/** How long a service may refuse everything, in milliseconds, before a refusal is taken for the answer to all. */
const patienceMs = 120_000
/** How many an adaptive pace begins with. */
const start = 4

/** A pace of its own: whoever should keep to the same one sends through the same. */
export function createPace({ most, adaptive = false, random = Math.random }: PaceSettings): Pace {
  const window = createCongestionWindow({ start: adaptive ? Math.min(start, most) : most, most })
  const listeners: (() => void)[] = []
  /** Whether the window counts, and how many may be under way while a pause is being left. */
  let [limited, ramp] = [adaptive, Number.POSITIVE_INFINITY]
  /** Refusals since the last answer, when they began, and how many pauses have ended. */
  let [inARow, since, pauses] = [0, 0, 0]
  /** The refusal that is the answer to all. */
  let hopeless: WireAnswer | null = null
  const facts = { refusals: 0, pausedMs: 0 }
  const limit = (): number => (limited ? window.limit() : Number.POSITIVE_INFINITY)
  const turnstile = createTurnstile(
    () => Math.min(limit(), ramp),
    () => {
      pauses += 1
      ramp = turnstile.underWay() + 1
    },
  )

  const taken = ({ underWay, era }: Leaving, turn: { kind: TurnKind; ms: number } | undefined): void => {
    inARow = 0
    hopeless = null
    ramp = ramp + 1 < limit() && ramp < most ? ramp + 1 : Number.POSITIVE_INFINITY
    if (!limited || era !== window.era()) return
    const before = window.limit()
    window.answered(underWay, turn)
    limited = adaptive || window.limit() < most
    if (window.limit() > before) for (const listener of listeners) listener()
  }
  const refused = (answer: WireAnswer, { underWay, pause }: Leaving): void => {
    facts.refusals += 1
    const asked = readRetryAfter(answer)
    const isNews = pause === pauses && !turnstile.isClosed()
    if (isNews) {
      limited = true
      window.refused(underWay)
      if (inARow === 0) since = performance.now()
      inARow += 1
    } else if (asked === null) return
    const ms = asked ?? backOff(inARow, random)
    facts.pausedMs += Math.max(0, ms - turnstile.opensIn())
    turnstile.close(ms)
    if (ms <= patienceMs && performance.now() - since <= patienceMs) return
    hopeless = { ...answer, headers: { ...answer.headers, 'x-request-id': undefined } } // others were not sent
    turnstile.dismiss(hopeless)
  }

  const sendOnce = async (send: Transport, request: WireRequest, waited: boolean): Promise<WireAnswer> => {
    const leaving: Leaving = { underWay: turnstile.underWay(), pause: pauses, era: window.era() }
    const isTimed = adaptive || waited // otherwise the exchange takes the time
    const began = isTimed ? performance.now() : 0
    try {
      const answer = await send(request)
      const ms = answer.timeMs ?? (isTimed ? performance.now() - began : 0)
      if (answer.status === 429) refused(answer, leaving)
      else taken(leaving, adaptive ? timed(request, ms) : undefined)
      return waited ? { ...answer, timeMs: ms } : answer
    } catch (error) {
      if (!waited || !(error instanceof TransportError)) throw error
      throw new TransportError(error.kind, error.code, error.timeMs ?? performance.now() - began)
    } finally {
      turnstile.leave()
    }
  }
  return {
    through: (send) => async (request) => {
      let [patience, waited]: [number, boolean] = [request.timeLimitMs, false]
      for (let answer: WireAnswer | null = null; ; ) {
        if (!turnstile.pass()) {
          if (hopeless !== null && turnstile.isClosed()) return answer ?? hopeless
          const began = performance.now()
          const given = await turnstile.wait({ signal: request.signal, refused: answer, patienceMs: patience })
          if (given !== null) return given
          waited = true
          if (answer !== null) patience -= performance.now() - began
        }
        answer = await sendOnce(send, request, waited)
        if (answer.status !== 429 || hopeless !== null) return answer
        if (turnstile.opensIn() > patience || !maySendAgain(request)) return answer
        waited = true
      }
    },
    lanes: {
      limit: () => (adaptive ? window.limit() : most),
      watch: (listener) => void listeners.push(listener),
    },
    facts: () => ({ ...facts, limit: limited ? window.limit() : null }),
  }
}

/** A chat turn with its time, by which one can tell whether the agent gets slower. */
function timed({ method, body }: WireRequest, ms: number): { kind: TurnKind; ms: number } | undefined {
  if (method !== 'POST' || body === undefined) return undefined
  return { kind: body.includes('"sessionId":') ? 'later' : 'opening', ms }
}
