import { latestInstant } from '../../base/instant.ts'

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

/** The machine's time, which goes on where somebody sets that back: what is due waits for no hour a second time. */
export function createSystemClock(): Clock {
  let origin = Number.NEGATIVE_INFINITY
  const now = (): number => {
    const passed = performance.now()
    origin = Math.max(origin, Date.now() - passed)
    return Math.floor(origin + passed)
  }
  return { kind: 'system', now }
}

export const systemClock: Clock = createSystemClock()

/**
 * Creates a clock that stands at an instant. Instants beyond what a clock can show are ignored, wherever they
 * come from.
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

const earliestInstant = Date.parse('0000-01-01T00:00:00Z')
const lastWritten = Date.UTC(10_000, 0, 1) - 1

/** Whether a number is an instant that a request may name, in milliseconds since the epoch. */
export function isInstant(instant: number): boolean {
  return instant >= earliestInstant && instant <= latestInstant
}

/** Formats an instant; one that cannot be written becomes the nearest, so that one odd record breaks no others. */
export function showInstant(instant: number | null): string {
  const sound = Number.isNaN(Number(instant)) ? 0 : Math.min(lastWritten, Math.max(earliestInstant, Number(instant)))
  return new Date(sound).toISOString()
}
