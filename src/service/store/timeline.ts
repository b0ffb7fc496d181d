import { warnOnce } from '../answer/warn-once.ts'
import type { Clock, FrozenClock } from '../time/clock.ts'
import { storageFailureOf } from './storage-failure.ts'
import type { Store } from './store.ts'
import type { Timer } from './timer.ts'

/** Lets things happen when they are due, one after the other, on whichever clock the service runs. */
export interface Timeline {
  /** To be called after anything that may have set a timer. */
  arm(): void
  /** Does everything that is due by now. */
  settle(): Promise<void>
  /** Moves a frozen clock forward, stopping at every instant at which something is due. Rejects where what happens cannot be kept. */
  advanceTo(instant: number): Promise<void>
  stop(): void
}

/** Does what a timer stands for. It runs inside a transaction together with the removal of the timer. */
export type PerformTimer = (timer: Timer) => void

const longestSleep = 2 ** 31 - 1

/** How long to wait before what could not be kept is tried again, in milliseconds. */
const patience = 5_000

/** A timeline over the timers of a store. `load` gives what performs them, when the first one is due. */
export function createTimeline(clock: Clock | FrozenClock, store: Store, load: () => Promise<PerformTimer>): Timeline {
  let sleeping: { until: number; timeout: NodeJS.Timeout } | null = null
  let working: Promise<void> = Promise.resolve()
  let stopped = false

  const performDue = async (): Promise<void> => {
    for (;;) {
      const timer = store.nextTimer()
      if (stopped || timer === undefined || timer.due > clock.now()) return
      const perform = await load()
      try {
        store.transact(() => {
          store.dropTimer(timer.id)
          perform(timer)
        })
      } catch (error) {
        if (storageFailureOf(error) !== null) throw error // nothing can be kept just now, nor this be given up
        // A defect of ours must not stop everything else that is due: this one thing is given up, and said so.
        store.dropTimer(timer.id)
        warnOnce(`"${timer.kind}" of ${timer.subject} failed: ${(error as Error).message}`)
      }
    }
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = working.then(work)
    working = next.catch(() => undefined)
    return next
  }
  const timeline: Timeline = {
    arm() {
      const due = clock.kind === 'system' && !stopped ? store.nextTimer()?.due : undefined
      if (due === undefined || (sleeping !== null && sleeping.until <= due)) return
      if (sleeping !== null) clearTimeout(sleeping.timeout)
      const timeout = setTimeout(
        () => {
          sleeping = null
          void timeline.settle()
        },
        Math.min(Math.max(0, due - clock.now()), longestSleep),
      )
      timeout.unref()
      sleeping = { until: due, timeout }
    },
    settle: () =>
      inTurn(performDue).then(
        () => timeline.arm(),
        (error: unknown) => {
          warnOnce(`what is due cannot be done now and is tried again: ${(error as Error).message}`)
          setTimeout(() => timeline.arm(), patience).unref()
        },
      ),
    advanceTo: (instant) =>
      inTurn(async () => {
        if (clock.kind !== 'frozen') return
        for (;;) {
          await performDue()
          const due = store.nextTimer()?.due
          if (stopped || due === undefined || due > instant) break
          ;(clock as FrozenClock).moveTo(due)
        }
        ;(clock as FrozenClock).moveTo(instant)
      }),
    stop() {
      stopped = true
      if (sleeping !== null) clearTimeout(sleeping.timeout)
    },
  }
  return timeline
}
