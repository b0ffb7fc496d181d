import pRetry from 'p-retry'
import { longestTimerMs } from '../../../base/breathe.ts'

/** One pause that all lanes share: nothing is sent while it is on, and it is left by one request alone. */
export interface Pause {
  /** Whether a request may leave; of those that ask while the pause is being left, the first, which is then the probe. */
  pass(): boolean
  /** The probe was answered, other than with 429. */
  answered(): void
  /** A request was refused with 429; `askedMs` is what its Retry-After says. */
  refused(askedMs: number | null, wasProbe: boolean): void
  /** The probe got no answer: another request may try. */
  lost(): void
  isOn(): boolean
  /** Whether the request that passes now is the probe. */
  isProbing(): boolean
  /** Milliseconds that the service asks to wait for still; 0 where it does not say. */
  asksMs(): number
}

/** Without Retry-After: half a second to a whole one, and twice as long each time, at most 30 s. */
const backOff = { retries: Number.POSITIVE_INFINITY, minTimeout: 500, factor: 2, maxTimeout: 30_000, randomize: true }

class Refused extends Error {
  constructor(readonly askedMs: number | null) {
    super('429')
  }
}

/**
 * A pause that a refusal starts. What p-retry retries is the service as such: an attempt is one request, whoever sends
 * it, after the back-off or the Retry-After. `changed` is called when those who wait should look again.
 */
export function createPause(changed: () => void): Pause {
  let state: 'off' | 'on' | 'to probe' | 'probing' = 'off'
  let opensAt = 0
  let probe = { resolve(): void {}, reject(_: Refused): void {} }
  const turnTo = (next: typeof state): void => {
    state = next
    changed()
  }
  const asked = async (): Promise<void> => {
    for (let ms = asksMs(); ms > 0; ms = asksMs())
      await new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, longestTimerMs)).unref())
  }
  const attempt = async (): Promise<void> => {
    await asked()
    await new Promise<void>((resolve, reject) => {
      probe = { resolve, reject }
      turnTo('to probe')
    })
    if (asksMs() > 0) throw new Refused(asksMs()) // somebody else was told to wait meanwhile
  }
  const begin = async (first: Refused): Promise<void> => {
    await pRetry((count) => (count === 1 ? Promise.reject(first) : attempt()), {
      ...backOff,
      unref: true, // a run that has ended waits for nobody
      shouldConsumeRetry: ({ error }) => !(error instanceof Refused) || error.askedMs === null, // else it says how long
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
      else return changed() // one that left before: it may only say for how long
      turnTo('on')
    },
    lost: () => turnTo('to probe'),
    isOn: () => state !== 'off',
    isProbing: () => state === 'probing',
    asksMs,
  }
}
