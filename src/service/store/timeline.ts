import { longestTimerMs } from '../../base/breathe.ts'
import { warnOnce } from '../answer/warn-once.ts'
import type { Clock, FrozenClock } from '../time/clock.ts'
import { type Store, storageFailureOf, type Timer } from './store.ts'

/** Performs timers when they are due, one after the other, on whichever clock the service uses. */
export interface Timeline {
  /** Call this after anything that may have set a timer. */
  arm(): void
  /** Performs everything that is due by now. */
  settle(): Promise<void>
  /** Moves a frozen clock forward, stopping whenever something is due. Rejects if results cannot be stored. */
  advanceTo(instant: number): Promise<void>
  stop(): void
}

/** Performs a timer's action in one transaction with its removal; a promise if an agent has to think first. */
export type PerformTimer = (timer: Timer) => void | Promise<void>

/** The wait before retrying something that could not be stored, in milliseconds. */
const patience = 5_000

/** Creates a timeline over the timers of a store. `load` returns their performer, once the first one is due. */
export function createTimeline(clock: Clock | FrozenClock, store: Store, load: () => Promise<PerformTimer>): Timeline {
  let sleeping: { until: number; timeout: NodeJS.Timeout } | null = null
  let working: Promise<void> = Promise.resolve()
  let stopped = false
  const thinking = new Map<string, Promise<void>>()
  const giveUp = (timer: Timer, error: unknown): void => {
    if (stopped) return
    // nothing can be stored now, not even that this timer was dropped
    if (storageFailureOf(error) !== null) throw error
    // A defect of ours must not block everything else that is due: this one timer is given up, with a warning.
    store.dropTimer(timer.id)
    warnOnce(`"${timer.kind}" of ${timer.subject} failed: ${(error as Error).message}`)
  }
  const performDue = async (): Promise<void> => {
    for (;;) {
      const timer = store.nextTimer(thinking)
      if (stopped) return
      if (timer === undefined || timer.due > clock.now()) {
        // a frozen clock waits until every agent has thought; the machine's time goes on anyway
        if (clock.kind === 'system' || thinking.size === 0) return
        await Promise.all(thinking.values())
        continue
      }
      const perform = await load()
      try {
        const later = perform(timer)
        if (later === undefined) continue
        const { id } = timer
        const done = later.catch((error: unknown) => giveUp(timer, error)).finally(() => thinking.delete(id))
        thinking.set(id, done)
        if (clock.kind === 'system') done.then(timeline.arm, retryLater)
      } catch (error) {
        giveUp(timer, error)
      }
    }
  }
  const retryLater = (error: unknown): void => {
    warnOnce(`what is due cannot be done now and is tried again: ${(error as Error).message}`)
    setTimeout(() => timeline.arm(), patience).unref()
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = working.then(work)
    working = next.catch(() => undefined)
    return next
  }
  const timeline: Timeline = {
    arm() {
      if (clock.kind === 'frozen' && !stopped && (store.nextTimer(thinking)?.due ?? Infinity) <= clock.now())
        void timeline.settle()
      const due = clock.kind === 'system' && !stopped ? store.nextTimer(thinking)?.due : undefined
      if (due === undefined || (sleeping !== null && sleeping.until <= due)) return
      if (sleeping !== null) clearTimeout(sleeping.timeout)
      const timeout = setTimeout(
        () => {
          sleeping = null
          void timeline.settle()
        },
        Math.min(Math.max(0, due - clock.now()), longestTimerMs),
      )
      timeout.unref()
      sleeping = { until: due, timeout }
    },
    settle: () => inTurn(performDue).then(() => timeline.arm(), retryLater),
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
