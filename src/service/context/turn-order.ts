/** Runs the turns of one session one at a time, in order of arrival (CHA-36). */
export interface TurnOrder {
  /** Runs `work` once every earlier turn of the session is done and `delayMs` of real time have passed. */
  run<T>(sessionId: string, delayMs: number, work: () => T): T | Promise<T>
}

/** Creates the order for all sessions of a service. It only stores sessions that are busy. */
export function createTurnOrder(): TurnOrder {
  const busy = new Map<string, Promise<unknown>>()
  return {
    run(sessionId, delayMs, work) {
      const before = busy.get(sessionId)
      if (before === undefined && delayMs === 0) return work()
      const turn = (before ?? Promise.resolve())
        .then(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
        .then(work)
      const settled = turn.catch(() => undefined)
      busy.set(sessionId, settled)
      return turn.finally(() => {
        if (busy.get(sessionId) === settled) busy.delete(sessionId)
      })
    },
  }
}
