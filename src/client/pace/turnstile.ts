import { TransportError, type WireAnswer } from '../transport.ts'

/** Lets requests pass, all, some or none; those that may not yet wait here. */
export interface Turnstile {
  /** Whether a request may leave now. It then counts as under way, until `leave`. */
  pass(): boolean
  /**
   * Waits until a request may leave, which then counts as under way, and gives null; or gives the refusal that ends the
   * waiting: once nobody waits any more, or when it took longer than its patience.
   * @throws TransportError when the signal aborts
   */
  wait(request: Waiting): Promise<WireAnswer | null>
  /** A request is no longer under way. */
  leave(): void
  /** Holds everybody back for a while, in milliseconds, unless they are held back for longer already. */
  close(ms: number): void
  /** Ends the waiting of all with this refusal. */
  dismiss(refusal: WireAnswer): void
  underWay(): number
  isClosed(): boolean
  /** Milliseconds until it opens. */
  opensIn(): number
}

/** A request that waits. One that was refused before goes first, and waits no longer than `patienceMs`. */
export interface Waiting {
  signal: AbortSignal | undefined
  refused: WireAnswer | null
  patienceMs: number
}

interface Waiter {
  first: boolean
  go(): void
  dismiss(refusal: WireAnswer): void
}

/** The longest time that a timer takes. */
const longestTimer = 2 ** 31 - 1

/** A turnstile that lets as many be under way as `room` says. `opened` hears that a pause has ended. */
export function createTurnstile(room: () => number, opened: () => void): Turnstile {
  const queue: Waiter[] = []
  let [underWay, opensAt] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const isOpen = (): boolean => timer === undefined && underWay < room()
  const pump = (): void => {
    for (let next = queue[0]; next !== undefined && isOpen(); next = queue[0]) {
      underWay += 1
      next.go()
    }
  }
  const open = (): void => {
    timer = undefined
    opened()
    pump()
  }
  return {
    pass() {
      if (queue.length > 0 || !isOpen()) return false
      underWay += 1
      return true
    },
    wait: ({ signal, refused, patienceMs }) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(patience)
          signal?.removeEventListener('abort', interrupt)
          queue.splice(queue.indexOf(waiter), 1)
          if (queue.length === 0) timer?.unref()
        }
        const waiter: Waiter = {
          first: refused !== null,
          go() {
            settle()
            resolve(null)
          },
          dismiss(refusal) {
            settle()
            resolve(refused ?? refusal)
          },
        }
        const interrupt = (): void => {
          settle()
          reject(new TransportError('aborted', 'interrupted'))
        }
        const patience = refused === null ? undefined : setTimeout(() => waiter.dismiss(refused), patienceMs)
        const behind = waiter.first ? queue.findIndex(({ first }) => !first) : -1
        queue.splice(behind < 0 ? queue.length : behind, 0, waiter)
        timer?.ref()
        signal?.addEventListener('abort', interrupt)
        if (signal?.aborted === true) interrupt()
        else pump()
      }),
    leave() {
      underWay -= 1
      pump()
    },
    close(ms) {
      const until = performance.now() + ms
      if (timer !== undefined && until <= opensAt) return
      clearTimeout(timer)
      opensAt = until
      timer = setTimeout(open, Math.min(ms, longestTimer))
      if (queue.length === 0) timer.unref() // a run that has ended waits for nobody
    },
    dismiss(refusal) {
      for (const waiter of [...queue]) waiter.dismiss(refusal)
    },
    underWay: () => underWay,
    isClosed: () => timer !== undefined,
    opensIn: () => (timer === undefined ? 0 : Math.max(0, opensAt - performance.now())),
  }
}
