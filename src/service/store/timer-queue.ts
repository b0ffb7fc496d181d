import TinyQueue from 'tinyqueue'
import type { Timer } from './timer.ts'

/** Timers by when they come due; replaced and dropped ones are skipped when they surface. */
export interface TimerQueue {
  put(timer: Timer): void
  drop(id: string): void
  next(): Timer | undefined
  clear(): void
}

/** How many replaced timers are left where they are, however few the others. */
const leastStale = 1_000

/**
 * A queue in memory. Every turn of a session puts off the end of the session, so it is made anew whenever most of it has been
 * replaced; else it would grow with the turns and not with the sessions.
 */
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
      if (queue.length > 2 * current.size + leastStale) queue = new TinyQueue([...current.values()], earlier)
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
