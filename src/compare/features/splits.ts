/** Up to this many splits are all listed; beyond that, this many are drawn, always the same ones. */
const most = 1_000

/**
 * The ways to split `count` runs into a first group of `size` and the rest, each given by the indexes of the first
 * group; the true split, the first `size` runs, comes first. If the two sides are equal, every split is equally likely.
 */
export function listSplits(count: number, size: number): number[][] {
  if (countSplits(count, size) <= most) return choose(count, size, 0)
  const draw = createDraws(count)
  const given = Array.from({ length: size }, (_, index) => index)
  return [given, ...Array.from({ length: most - 1 }, () => draw().slice(0, size))]
}

function countSplits(count: number, size: number): number {
  let splits = 1
  for (let step = 1; step <= size; step += 1) splits = (splits * (count - size + step)) / step
  return splits
}

/** In lexicographic order, so that the first indexes come first. */
function choose(count: number, size: number, from: number): number[][] {
  if (size === 0) return [[]]
  const splits: number[][] = []
  for (let first = from; first <= count - size; first += 1)
    for (const rest of choose(count, size - 1, first + 1)) splits.push([first, ...rest])
  return splits
}

/** Shuffles 0 to count - 1 repeatedly with a fixed seed (mulberry32), so that a comparison can be reproduced. */
function createDraws(count: number): () => number[] {
  let state = 0x9e3779b9
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const places = Array.from({ length: count }, (_, index) => index)
  return () => {
    for (let last = count - 1; last > 0; last -= 1) {
      const other = Math.floor(next() * (last + 1))
      const kept = places[last] ?? 0
      places[last] = places[other] ?? 0
      places[other] = kept
    }
    return places
  }
}
