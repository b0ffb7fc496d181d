import type { Pair } from './pair.ts'

/**
 * Pairs the nth occurrence of a key with the nth of the same key, and keeps as many pairs as are in order on both sides
 * (longest increasing subsequence). Takes n log n, so that it works for any length.
 */
export function anchorByKey(a: readonly string[], b: readonly string[]): Pair[] {
  const places = new Map<string, number[]>()
  for (let index = b.length - 1; index >= 0; index -= 1) {
    const key = b[index] as string
    const same = places.get(key)
    if (same === undefined) places.set(key, [index])
    else same.push(index)
  }
  const candidates: Pair[] = []
  for (const [index, key] of a.entries()) {
    const place = places.get(key)?.pop()
    if (place !== undefined) candidates.push([index, place])
  }
  return longestInOrder(candidates)
}

/** Patience sorting: `ends` holds the candidate that ends the best chain of each length. */
function longestInOrder(candidates: readonly Pair[]): Pair[] {
  const ends: number[] = []
  const before: number[] = []
  for (const [index, [, place]] of candidates.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((candidates[ends[middle] ?? -1]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const chain: Pair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = candidates[index]
    if (pair !== undefined) chain.push(pair)
  }
  return chain.reverse()
}
