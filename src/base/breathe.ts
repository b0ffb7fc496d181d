import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function to await after each piece of a long job. Every `inOneGo` pieces it yields to the event
 * loop, so that signals are handled while thousands of failures are reported.
 */
export function breathing(inOneGo = 50): () => Promise<void> {
  let done = 0
  return async () => {
    done += 1
    if (done % inOneGo === 0) await setImmediate()
  }
}

/** The longest delay that a timer accepts, in milliseconds. */
export const longestTimerMs: number = 2 ** 31 - 1
