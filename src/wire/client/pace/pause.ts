import pRetry from 'p-retry'
import { longestTimerMs } from '../../../base/breathe.ts'

/** One pause that all lanes share: while it is on nothing is sent, and a single request probes whether it is over. */
export interface Pause {
  /** Whether a request may leave; when the pause is about to end, only the first to ask, the probe. */
  pass(): boolean
  /** Reports that the probe was answered, other than with 429. */
  answered(): void
  /** Reports that a request was refused with 429; `askedMs` is its Retry-After. */
  refused(askedMs: number | null, wasProbe: boolean): void
  /** Reports that the probe got no answer: another request may try. */
  lost(): void
  isOn(): boolean
  /** Whether the request that passes now is the probe. */
  isProbing(): boolean
  /** How many milliseconds the service still asks to wait; 0 if it does not say. */
  asksMs(): number
}

/** Without Retry-After: half a second to a second, doubled each time, up to 30 s. */
const backOff = { retries: Number.POSITIVE_INFINITY, minTimeout: 500, factor: 2, maxTimeout: 30_000, randomize: true }

class Refused extends Error {
  constructor(readonly askedMs: number | null) {
    super('429')
  }
}

/** A pause from a refusal on: p-retry retries the service as a whole. `changed`: waiting requests check again. */
export function createPause(changed: () => void): Pause {
  let state: 'off' | 'on' | 'to probe' | 'probing' = 'off'
  let opensAt = 0
  let probe = { resolve(): void {}, reject(_: Refused): void {} }
  const turnTo = (next: typeof state): void => {
    state = next
    changed()
  }
  const wait = async (): Promise<void> => {
    for (let ms = asksMs(); ms > 0; ms = asksMs())
      await new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, longestTimerMs)).unref())
  }
  const attempt = async (): Promise<void> => {
    await wait()
    await new Promise<void>((resolve, reject) => {
      probe = { resolve, reject }
      turnTo('to probe')
    })
    if (asksMs() > 0) throw new Refused(asksMs()) // another request was told to wait meanwhile
  }
  const begin = async (first: Refused): Promise<void> => {
    await pRetry((count) => (count === 1 ? Promise.reject(first) : attempt()), {
      ...backOff,
      unref: true, // must not keep a finished run alive
      // otherwise the service says how long to wait
      shouldConsumeRetry: ({ error }) => !(error instanceof Refused) || error.askedMs === null,
    })
    turnTo('off')
  }
  const asksMs = (): number => (state === 'off' ? 0 : Math.max(0, opensAt - performance.now()))
  return {
    pass() {
      if (state === 'to probe') state = 'probing'
      else return state === 'off'
      return true
    },
    answered: () => probe.resolve(),
    refused(askedMs, wasProbe) {
      if (askedMs !== null) opensAt = Math.max(opensAt, performance.now() + askedMs)
      const refusal = new Refused(askedMs)
      if (state === 'off') void begin(refusal)
      else if (wasProbe || (state === 'to probe' && askedMs !== null)) probe.reject(refusal)
      else return changed() // sent before the pause: only its Retry-After counts
      turnTo('on')
    },
    lost: () => turnTo('to probe'),
    isOn: () => state !== 'off',
    isProbing: () => state === 'probing',
    asksMs,
  }
}
