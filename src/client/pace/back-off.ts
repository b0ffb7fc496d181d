const [shortestMs, longestMs] = [500, 30_000]

/**
 * How long to wait where a refusal does not say it, in milliseconds: half a second, then twice as long with every refusal
 * in a row (`refusals`, from 1), at most 30 s. Half of it is left to `random` (0 to 1), so that clients that were refused
 * together do not come back together.
 */
export function backOff(refusals: number, random: () => number): number {
  const whole = Math.min(longestMs, shortestMs * 2 ** (refusals - 1))
  return whole * (0.5 + random() / 2)
}
