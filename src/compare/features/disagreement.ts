import { beyond } from './flip-test.ts'

/** How a value came up in one conversation: in so many pairs, of which so many differ in it, and how many chance alone would have differ. */
export interface CameUp {
  pairs: number
  differ: number
  byChance: number
}

/**
 * How many of the pairs would differ, had the runs been dealt into pairs at random, given how often each run does something; a
 * run of a pair that has nothing of it has 0. Swapping the sides of a pair leaves it as it is.
 */
export function differByChance(counts: readonly (readonly [a: number, b: number])[], pairs: number): number {
  const times = new Map<number, number>([[0, 2 * (pairs - counts.length)]])
  for (const count of counts.flat()) times.set(count, (times.get(count) ?? 0) + 1)
  const runs = 2 * pairs
  const alike = [...times.values()].reduce((sum, each) => sum + each * (each - 1), 0)
  return runs < 2 ? 0 : pairs * (1 - alike / (runs * (runs - 1)))
}

/**
 * How surprising it is that so many pairs differ, whichever side has more: what comes and goes by itself makes half of them
 * differ at most, and a change all of them. It says nothing of the direction, which is what is tested, so that features can be
 * weighted by it. From nearly 0 to 1, by the normal distribution, since a weight need not be exact.
 */
export function surpriseOf(conversations: readonly CameUp[]): number {
  let [excess, variance] = [0, 0]
  for (const { pairs, differ, byChance } of conversations) {
    excess += differ - byChance
    variance += byChance * (1 - byChance / Math.max(1, pairs))
  }
  if (variance < 1e-9) return 1
  const z = excess / Math.sqrt(variance)
  return Math.max(1e-6, z > 0 ? beyond(z) / 2 : 1 - beyond(z) / 2)
}
