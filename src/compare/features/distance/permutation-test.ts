import { countChoices } from '../../../base/binomial.ts'
import { overlap } from '../../align/likeness.ts'
import { listWords } from '../../align/tokens.ts'

/** With fewer runs a side than this, wordings that vary by themselves are never called different. */
const fewest = 3

/**
 * Whether the wordings of two sides lie farther apart than each side varies by itself. If the sides were equal, every
 * split of the runs would be as likely as the true one, so the true one must be among the share `alpha` of splits whose
 * groups lie farthest apart. Where there are too few runs for such a share, every distance between the sides must
 * exceed every distance within one.
 */
export function isWordedAnew(a: readonly string[], b: readonly string[], alpha: number): boolean {
  if (Math.min(a.length, b.length) < fewest || a.some((value) => b.includes(value))) return false
  const distances = measure([...a, ...b])
  const isA = (index: number): boolean => index < a.length
  const between = distances.flatMap((row, one) => row.filter((_, two) => isA(one) && !isA(two)))
  const within = distances.flatMap((row, one) => row.filter((_, two) => one < two && isA(one) === isA(two)))
  if (Math.min(...between) > Math.max(...within)) return true
  return mean(between) > mean(within) && splitShare(distances, a.length) <= alpha
}

/** The distance between each two wordings, 0 to 1; the same words in another order are as near as can be. */
function measure(values: readonly string[]): number[][] {
  const worded = values.map((value) => ({ value, words: listWords(value) }))
  return worded.map((one) =>
    worded.map((two) => (one.value === two.value ? 0 : Math.max(0.001, 1 - overlap(one.words, two.words)))),
  )
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The p-value of an exact permutation test; sums between groups are enough, since the sum of all is constant. */
export function splitShare(distances: readonly (readonly number[])[], size: number): number {
  const sums = listSplits(distances.length, size).map((group) => sumBetween(distances, new Set(group)))
  const [observed = 0] = sums
  return sums.filter((sum) => sum >= observed - 1e-9).length / sums.length
}

function sumBetween(distances: readonly (readonly number[])[], group: ReadonlySet<number>): number {
  let sum = 0
  for (const one of group) {
    for (const [two, distance] of (distances[one] ?? []).entries()) if (!group.has(two)) sum += distance
  }
  return sum
}

/** Up to this many splits are all listed; beyond that, this many are drawn, always the same ones. */
const most = 1_000

/** The ways to split `count` runs in two, as indexes of the first group; the true one, the first `size`, leads. */
export function listSplits(count: number, size: number): number[][] {
  if (countChoices(count, size) <= most) return choose(count, size, 0)
  const draw = createDraws(count)
  const first = Array.from({ length: size }, (_, index) => index)
  return [first, ...Array.from({ length: most - 1 }, () => draw().slice(0, size))]
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
      const place = places[last] ?? 0
      places[last] = places[other] ?? 0
      places[other] = place
    }
    return places
  }
}
