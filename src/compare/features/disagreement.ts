import { beyond } from './flip-test.ts'

/** How a value occurred in a conversation: pairs, how many differ in it, and how many would by chance. */
export interface CameUp {
  pairs: number
  differ: number
  byChance: number
}

/** How many pairs would differ if runs were dealt at random, given how often each does it; symmetric in the sides. */
export function differByChance(counts: readonly (readonly [a: number, b: number])[], pairs: number): number {
  const times = new Map<number, number>([[0, 2 * (pairs - counts.length)]])
  for (const count of counts.flat()) times.set(count, (times.get(count) ?? 0) + 1)
  const runs = 2 * pairs
  const alike = [...times.values()].reduce((sum, each) => sum + each * (each - 1), 0)
  return runs < 2 ? 0 : pairs * (1 - alike / (runs * (runs - 1)))
}

/** How surprising it is that so many pairs differ, whatever the direction, which is what is tested; 0 to 1. */
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
