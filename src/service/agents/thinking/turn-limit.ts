/** The time limit of a turn. */
export interface TurnLimit {
  /**
   * Aborted when the turn is given up. Created on first use: most turns of code are over before it would be needed.
   */
  readonly signal: AbortSignal
  /** Whether the turn was given up: whatever its agent still does is dropped. */
  readonly over: boolean
  /** Whether it was given up because it took too long, rather than because the service closes. */
  readonly late: boolean
  /** Calls `stop` when the turn is given up, or at once if it already was. */
  onOver(stop: () => void): void
}

/** The turns under way, by the signal that gives up all of them, so that one listener serves them all. */
const underWay = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>()

/**
 * Gives work a time limit. When time is up or `closing` aborts, it rejects with the reason and no longer
 * waits for the work. One timer serves a turn, however many steps it has.
 */
export function withinLimit<T>(
  closing: AbortSignal,
  limitMs: number,
  work: (limit: TurnLimit) => Promise<T>,
): Promise<T> {
  const turns = turnsUntil(closing)
  const limit = new Watch()
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      turns.delete(giveUp)
    }
    const giveUp = (reason: unknown): void => {
      settle()
      reject(reason)
      limit.giveUp(reason)
    }
    const timer = setTimeout(() => {
      limit.late = true
      giveUp(new DOMException('The turn took too long', 'TimeoutError'))
    }, limitMs)
    timer.unref()
    if (closing.aborted) return giveUp(closing.reason)
    turns.add(giveUp)
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
class Watch implements TurnLimit {
  over = false
  late = false
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
  if (over) controller.abort(new Error('the turn is over'))
  return controller
}

function turnsUntil(closing: AbortSignal): Set<(reason: unknown) => void> {
  const known = underWay.get(closing)
  if (known !== undefined) return known
  const turns = new Set<(reason: unknown) => void>()
  const giveUpAll = (): void => {
    for (const giveUp of [...turns]) giveUp(closing.reason)
  }
  closing.addEventListener('abort', giveUpAll, { once: true })
  underWay.set(closing, turns)
  return turns
}
