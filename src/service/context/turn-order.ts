/** Lets the turns of one session wait for each other, in the order they came (CHA-36). */
export interface TurnOrder {
  /** Does `work` when every earlier turn of the session is done and `delayMs` of real time have passed. */
  run<T>(sessionId: string, delayMs: number, work: () => T): T | Promise<T>
}

/** An order over all sessions of a service. It holds only sessions that are busy. */
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
