/** A number from 0 up to, and without, `count`. */
export type Pick = (count: number) => number

/** Picks by a seed (mulberry32), so that every run with it picks the same. */
export function createPick(seed: number): Pick {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
}
