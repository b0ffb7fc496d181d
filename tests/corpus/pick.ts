/** A whole number from 0 up to, but excluding, `count`. */
export type Pick = (count: number) => number

/** A seeded generator (mulberry32), so that every run picks the same. */
export function createPick(seed: number): Pick {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
}
