import { latestInstant } from './instant.ts'

/** The service's own time, in milliseconds since the epoch. */
export interface Clock {
  kind: 'system' | 'frozen'
  now(): number
}

/** A clock that stands still until it is moved; it never goes back. */
export interface FrozenClock extends Clock {
  kind: 'frozen'
  /** Moves to an instant, unless it is past it already. */
  moveTo(instant: number): void
}

/** The machine's time. */
export const systemClock: Clock = { kind: 'system', now: () => Date.now() }

/** A clock that stands at an instant. One that no clock can show moves nothing, wherever it comes from. */
export function createFrozenClock(instant: number): FrozenClock {
  let now = instant
  return {
    kind: 'frozen',
    now: () => now,
    moveTo(later) {
      if (later <= latestInstant) now = Math.max(now, Math.ceil(later))
    },
  }
}
