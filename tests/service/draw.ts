import { createPick } from '../corpus/pick.ts'

/** A seeded source of random choices for a plan. */
export interface Draw {
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean
  /** A whole number from `low` up to, but excluding, `high`. */
  within(low: number, high: number): number
  one<T>(from: readonly T[]): T
}

export function createDraw(seed: number): Draw {
  const pick = createPick(seed)
  return {
    chance: (probability) => pick(1_000) < probability * 1_000,
    within: (low, high) => low + pick(high - low),
    one: <T>(from: readonly T[]) => from[pick(from.length)] as T,
  }
}
