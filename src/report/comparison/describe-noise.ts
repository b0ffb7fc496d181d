import type { NoiseFloor } from '../../compare/model/noise-floor.ts'
import { formatRate } from '../text/format-rate.ts'
import { formatShift } from './format-latency.ts'

/**
 * Describes how much the agent differs from itself: `1 of 20 pairs of equal runs came out differently (5 %); times
 * differ by -12 ms to +14 ms`.
 */
export function describeNoise({ pairs, discordant, turnMs }: NoiseFloor): string {
  if (pairs === 0) return 'no pair of equal runs could be judged'
  const came = `${discordant} of ${pairs} pairs of equal runs came out differently (${formatRate(discordant / pairs)})`
  if (turnMs === null) return came
  return `${came}; the middle half of their turns differ by ${formatShift(turnMs[0])} to ${formatShift(turnMs[1])}`
}
