/** A time that nobody would wait, but that an answer within the time limit could still take: in milliseconds. */
export function tooLong(timeLimitMs: number, usualMs: number): number {
  return Math.max(Math.min(20_000, timeLimitMs * 0.8), usualMs)
}
