import { longestTimerMs } from '../../../base/breathe.ts'
import { onAbort, TransportError } from '../transport.ts'

/** Lets requests pass one by one; those that may not pass yet wait here, each with its own timer. */
export interface Turnstile {
  /** Whether a request may leave now. If so, it counts as under way until `leave`. */
  pass(): boolean
  /** Waits until a request may leave. @throws TransportError *aborted* by the signal, or *held back* too long */
  wait(request: WaitingRequest): Promise<void>
  /** Reports that a request is no longer under way. */
  leave(): void
  /** Call it after a change: lets pass whatever may pass now, and ends waits that have become pointless. */
  look(): void
  underWay(): number
}

/** A waiting request. Lower ranks go first, and within a rank, first come, first served. */
export interface WaitingRequest {
  rank: number
  /** By `performance.now()`. */
  until: number
  signal: AbortSignal | undefined
}

export interface Doorman {
  mayPass(underWay: number): boolean
  /** Why waiting is pointless with so many milliseconds left; null if it is not. With none left it always is. */
  vain(leftMs: 0): string
  vain(leftMs: number): string | null
}

interface Waiter extends WaitingRequest {
  go(): void
  end(error: TransportError): void
}

export function createTurnstile({ mayPass, vain }: Doorman): Turnstile {
  const queue: Waiter[] = []
  let underWay = 0
  const endIfVain = (waiter: Waiter): void => {
    const leftMs = Math.max(0, waiter.until - performance.now())
    const reason = vain(leftMs)
    if (reason !== null) waiter.end(new TransportError('held back', reason))
  }
  const pump = (): void => {
    for (let next = queue[0]; next !== undefined && mayPass(underWay); next = queue[0]) {
      underWay += 1
      next.go()
    }
  }
  const wait = ({ rank, until, signal }: WaitingRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        forget?.()
        queue.splice(queue.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        rank,
        until,
        signal,
        go() {
          leave()
          resolve()
        },
        end(error) {
          leave()
          reject(error)
        },
      }
      const behind = queue.findIndex((other) => other.rank > rank)
      queue.splice(behind < 0 ? queue.length : behind, 0, waiter)
      const interrupt = (): void => waiter.end(new TransportError('aborted', 'interrupted'))
      const forget = signal === undefined ? undefined : onAbort(signal, interrupt)
      const leftMs = Math.min(until - performance.now(), longestTimerMs)
      const timer = setTimeout(() => waiter.end(new TransportError('held back', vain(0))), Math.max(0, leftMs))
      if (signal?.aborted === true) interrupt()
      else endIfVain(waiter)
    })
  return {
    pass() {
      if (queue.length > 0 || !mayPass(underWay)) return false
      underWay += 1
      return true
    },
    wait,
    leave() {
      underWay -= 1
      pump()
    },
    look() {
      for (const waiter of [...queue]) endIfVain(waiter)
      pump()
    },
    underWay: () => underWay,
  }
}
