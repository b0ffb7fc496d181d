import { setImmediate } from 'node:timers/promises'

/**
 * Asked after each piece of a long work: after `inOneGo` of them it lets whatever waits have its turn, so that a signal is
 * heard while thousands of failures are reported.
 */
export function breathing(inOneGo = 50): () => Promise<void> {
  let done = 0
  return async () => {
    done += 1
    if (done % inOneGo === 0) await setImmediate()
  }
}
