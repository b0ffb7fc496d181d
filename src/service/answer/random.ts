import { createHash } from 'node:crypto'

export type Random = ReturnType<typeof createRandom>

/** A source of picks; the same seed gives the same ones in the same order. */
export function createRandom(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  // mulberry32: small, fast, and good enough for picking a channel's numbers
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** Draws one item of a list, anew each time. @throws RangeError for an empty list */
    pick<T>(from: readonly T[]): T {
      const item = from[Math.floor(next() * from.length)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
    /** True with a probability from 0 to 1. */
    chance: (probability: number) => next() < probability,
  }
}
