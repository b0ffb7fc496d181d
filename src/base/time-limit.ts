import { longestTimerMs } from './breathe.ts'

export interface TimeLimit {
  /** Aborted when the work is given up. Created on first use: most work is over before it would be needed. */
  readonly signal: AbortSignal
  /** Whether the work was given up: whatever it still does is dropped. */
  readonly over: boolean
  /** Calls `stop` when the work is given up, or at once if it already was. */
  onOver(stop: () => void): void
}

/** What is under way until a signal, so that one listener serves everything. */
const underWay = new WeakMap<AbortSignal, { all: Set<(reason: unknown) => void>; giveUpAll: () => void }>()

/**
 * Gives work a time limit in ms; past it, or when `until` aborts, rejects with the reason. @default late a TimeoutError
 * The timer holds on to the limit's signal: `AbortSignal.timeout` would be collected in Node 20, and the limit lost.
 */
export function withinLimit<T>(
  limitMs: number,
  until: AbortSignal | undefined,
  work: (limit: TimeLimit) => Promise<T>,
  late: () => Error = () => new DOMException(`it takes longer than ${limitMs / 1_000} s`, 'TimeoutError'),
): Promise<T> {
  const limit = new Watch()
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      if (until !== undefined) forget(until, giveUp)
    }
    const giveUp = (reason: unknown): void => {
      settle()
      reject(reason)
      limit.giveUp(reason)
    }
    const timer = setTimeout(() => giveUp(late()), Math.min(longestTimerMs, limitMs))
    timer.unref()
    if (until?.aborted === true) return giveUp(until.reason)
    if (until !== undefined) remember(until, giveUp)
    work(limit).then(
      (result) => {
        settle()
        resolve(result)
      },
      (error: unknown) => {
        settle()
        reject(error)
      },
    )
  })
}

/** A class, because each object with its own getter would also get its own hidden class. */
class Watch implements TimeLimit {
  over = false
  readonly #stops: (() => void)[] = []
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    this.#controller ??= abortedBy(this.over)
    return this.#controller.signal
  }

  onOver(stop: () => void): void {
    if (this.over) stop()
    else this.#stops.push(stop)
  }

  giveUp(reason: unknown): void {
    this.over = true
    this.#controller?.abort(reason)
    for (const stop of this.#stops) stop()
  }
}

function abortedBy(over: boolean): AbortController {
  const controller = new AbortController()
  if (over) controller.abort(new Error('its time is over'))
  return controller
}

function remember(until: AbortSignal, giveUp: (reason: unknown) => void): void {
  const waiters = underWay.get(until)
  if (waiters !== undefined) {
    waiters.all.add(giveUp)
    return
  }
  const all = new Set([giveUp])
  const giveUpAll = (): void => {
    for (const each of [...all]) each(until.reason)
  }
  until.addEventListener('abort', giveUpAll)
  underWay.set(until, { all, giveUpAll })
}

/** Takes the listener away with the last work: a signal that somebody listens to is never collected. */
function forget(until: AbortSignal, giveUp: (reason: unknown) => void): void {
  const waiters = underWay.get(until)
  if (waiters?.all.delete(giveUp) !== true || waiters.all.size > 0) return
  until.removeEventListener('abort', waiters.giveUpAll)
  underWay.delete(until)
}
