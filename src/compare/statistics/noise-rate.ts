import { binomialAtMost } from '../../base/binomial.ts'
import type { NoiseFloor } from '../model/noise-floor.ts'

/** The most that two independent runs of one agent can differ: one that passes half of the time. */
const most = 0.5

/**
 * The share of pairs in which an agent may differ from itself, as a function of a conversation's id. For one that
 * differed from itself when the floor was measured, a half, the most there is; for the others the upper end of the
 * floor's rate, at 95 % confidence (Clopper and Pearson's, one-sided), so that a floor measured on few pairs vouches
 * for little.
 */
export function noiseRate(floor: NoiseFloor): (id: string | undefined) => number {
  const noisy: ReadonlySet<string | undefined> = new Set(floor.conversations)
  const usual = upperEnd(floor.discordant, floor.pairs)
  return (id) => (noisy.has(id) ? most : usual)
}

/** The highest rate at which `count` or fewer come up more often than once in twenty; `most` where all rates do that. */
function upperEnd(count: number, of: number): number {
  let [low, high] = [0, most]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (binomialAtMost(count, of, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}
