import TinyQueue from 'tinyqueue'
import type { Timer } from './timer.ts'

/** Timers by when they come due; replaced and dropped ones are skipped when they surface. */
export interface TimerQueue {
  put(timer: Timer): void
  drop(id: string): void
  next(): Timer | undefined
  clear(): void
}

/** A queue in memory. */
export function createTimerQueue(): TimerQueue {
  interface Waiting {
    timer: Timer
    order: number
  }
  const earlier = (a: Waiting, b: Waiting): number => a.timer.due - b.timer.due || a.order - b.order
  const current = new Map<string, Waiting>()
  let queue = new TinyQueue<Waiting>([], earlier)
  let order = 0
  return {
    put(timer) {
      order += 1
      const waiting = { timer, order }
      current.set(timer.id, waiting)
      queue.push(waiting)
    },
    drop: (id) => void current.delete(id),
    next() {
      for (;;) {
        const waiting = queue.peek()
        if (waiting === undefined || current.get(waiting.timer.id) === waiting) return waiting?.timer
        queue.pop()
      }
    },
    clear() {
      current.clear()
      queue = new TinyQueue<Waiting>([], earlier)
    },
  }
}
