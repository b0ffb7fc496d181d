import type { Transport, WireAnswer } from '../transport.ts'

/** A service with limited capacity. */
export interface BusyService {
  send: Transport
  /** When each request came, and whether it was refused. */
  heard: { at: number; refused: boolean }[]
  /** The most requests it worked on at once. */
  most(): number
}

const answer = (status: number, headers: WireAnswer['headers'] = {}): WireAnswer => ({ status, headers, text: '{}' })
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A service that answers after about `ms`, and refuses requests beyond its limit: so many at once, or per
 * second. `retryAfter` is the header of its refusals.
 */
export function busyService(
  takes: { atOnce: number } | { aSecond: number },
  ms: number,
  retryAfter?: string,
): BusyService {
  const requests: BusyService['heard'] = []
  let [working, most, tokens, refillTime] = [0, 0, 'aSecond' in takes ? takes.aSecond : 0, 0]
  const takesOne = (now: number): boolean => {
    if ('atOnce' in takes) return working < takes.atOnce
    tokens = Math.min(takes.aSecond, tokens + ((now - refillTime) * takes.aSecond) / 1_000)
    refillTime = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  return {
    heard: requests,
    most: () => most,
    async send() {
      const now = performance.now()
      const refused = !takesOne(now)
      requests.push({ at: now, refused })
      if (refused) {
        await pause(2)
        return answer(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
      }
      working += 1
      most = Math.max(most, working)
      await pause(ms * (0.9 + ((requests.length * 7) % 11) / 50))
      working -= 1
      return answer(200)
    },
  }
}

/** A service that refuses nothing, but works on so many requests at once and queues the others: it gets slower. */
export function slowingService(atOnce: number, ms: number): BusyService {
  const requests: BusyService['heard'] = []
  const waiting: (() => void)[] = []
  let working = 0
  return {
    heard: requests,
    most: () => atOnce,
    async send() {
      requests.push({ at: performance.now(), refused: false })
      if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      working += 1
      await pause(ms * (0.9 + ((requests.length * 7) % 11) / 50))
      working -= 1
      waiting.shift()?.()
      return answer(200)
    },
  }
}
