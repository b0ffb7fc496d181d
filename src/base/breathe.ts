import { setImmediate } from 'node:timers/promises'

/** A function to await after each piece of a long job: every `inOneGo` it yields, so that signals are handled. */
export function breathing(inOneGo = 50): () => Promise<void> {
  let done = 0
  return async () => {
    done += 1
    if (done % inOneGo === 0) await setImmediate()
  }
}

/** The longest delay that a timer accepts, in milliseconds. */
export const longestTimerMs: number = 2 ** 31 - 1
