/** A time that nobody would wait for, but that still fits within the time limit, in milliseconds. */
export function tooLong(timeLimitMs: number, usualMs: number): number {
  return Math.max(Math.min(20_000, timeLimitMs * 0.8), usualMs)
}
