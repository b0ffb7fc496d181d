import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'
import { afterAll, beforeAll, vi } from 'vitest'

/** How often the event loop goes round before what waits for no timer counts as done: many times what anything needs. */
const rounds = 25

/** `setTimeout` of `node:timers/promises`, by the timers that stand in for those of this thread. */
function sleep<T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((done, fail) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => done(value), ms)
    const interrupt = (): void => {
      clearTimeout(timer)
      fail(signal?.reason)
    }
    signal?.addEventListener('abort', interrupt, { once: true })
  })
}

/**
 * Makes the timers and clocks of this thread stand still while anything is under way, and jump to the next timer when
 * nothing is: a busy machine changes no outcome, and waiting takes no time. For work within this process; an answer from a
 * socket or a file that is read is not waited for. Returns what ends it.
 */
function startVirtualTime(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  const own = promises.setTimeout
  promises.setTimeout = sleep as typeof own
  syncBuiltinESMExports()
  let isOver = false
  void (async () => {
    for (let round = 1; !isOver; round += 1) {
      if (round % rounds === 0) vi.advanceTimersToNextTimer()
      await new Promise((next) => setImmediate(next))
    }
  })()
  return () => {
    isOver = true
    vi.useRealTimers()
    promises.setTimeout = own
    syncBuiltinESMExports()
  }
}

/** Does work in virtual time, as `startVirtualTime` says. */
export async function inVirtualTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = startVirtualTime()
  return work().finally(end)
}

/** Lets all tests of a file, or of a `describe`, pass in virtual time, as `startVirtualTime` says. */
export function useVirtualTime(): void {
  let end = (): void => undefined
  beforeAll(() => {
    end = startVirtualTime()
  })
  afterAll(() => end())
}
