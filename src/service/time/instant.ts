/**
 * The last instant that requests may name: a year before four-digit years end, so that anything scheduled from it can
 * still be written.
 */
export const latestInstant: number = Date.UTC(9999, 0, 1) - 1

/** `latestInstant` as messages show it. */
export const latestShown = '9998-12-31'

const earliestInstant = Date.parse('0000-01-01T00:00:00Z')
const lastWritten = Date.UTC(10_000, 0, 1) - 1

/** Whether a number is an instant that a request may name, in milliseconds since the epoch. */
export function isInstant(instant: number): boolean {
  return instant >= earliestInstant && instant <= latestInstant
}

/**
 * Formats an instant for answers. One that cannot be written becomes the nearest that can, so that one odd record does
 * not break others.
 */
export function showInstant(instant: number | null): string {
  const sound = Number.isNaN(Number(instant)) ? 0 : Math.min(lastWritten, Math.max(earliestInstant, Number(instant)))
  return new Date(sound).toISOString()
}
