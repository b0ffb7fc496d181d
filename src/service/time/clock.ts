import { latestInstant } from './instant.ts'

/** The service's own time, in milliseconds since the epoch. */
export interface Clock {
  kind: 'system' | 'frozen'
  now(): number
}

/** A clock that stands still until it is moved, and never goes back. */
export interface FrozenClock extends Clock {
  kind: 'frozen'
  /** Moves to an instant, unless the clock is already past it. */
  moveTo(instant: number): void
}

/** The machine's time. */
export const systemClock: Clock = { kind: 'system', now: () => Date.now() }

/**
 * Creates a clock that stands at an instant. An instant beyond what a clock can show is ignored, wherever it comes
 * from.
 */
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
