/** The service's own time, in milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** The machine's time. */
export const systemClock: Clock = { now: () => Date.now() }
