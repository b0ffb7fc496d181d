import type { SideKey } from '../model/conversation-comparison.ts'
/** What an alignment needs to know about the items of two sequences. */
export interface Alike<T> {
  /** From 0, which rules a pair out, to 1. */
  likeness(a: T, b: T): number
  /** Keys from the strictest to the loosest; used where there are too many items to compare each with each. */
  keys: readonly ((each: T) => string)[]
}

/** At most this many likenesses are measured, which takes a few milliseconds. */
const cellLimit = 10_000

/** The pairs in order with the highest total likeness; beyond `cellLimit`, by key first and then within the gaps. */
export function alignSequences<T>(a: readonly T[], b: readonly T[], alike: Alike<T>): IndexPair[] {
  if (a.length === 0 || b.length === 0) return []
  if (a.length * b.length <= cellLimit) return alignAll(a, b, alike.likeness)
  const [key, ...keys] = alike.keys
  if (key === undefined) return []
  return alignGaps(a, b, anchorByKey(a.map(key), b.map(key)), { ...alike, keys })
}

/** These pairs, and those of whatever lies between two of them. */
export function alignGaps<T>(
  a: readonly T[],
  b: readonly T[],
  anchors: readonly IndexPair[],
  alike: Alike<T>,
): IndexPair[] {
  const pairs: IndexPair[] = []
  let [fromA, fromB] = [0, 0]
  for (const [atA, atB] of [...anchors, [a.length, b.length] as IndexPair]) {
    const gap = alignSequences(a.slice(fromA, atA), b.slice(fromB, atB), alike)
    for (const [inA, inB] of gap) pairs.push([fromA + inA, fromB + inB])
    if (atA < a.length && atB < b.length) pairs.push([atA, atB])
    fromA = atA + 1
    fromB = atB + 1
  }
  return pairs
}

/** All items of two sequences in order: in pairs where they match, null where the other has none. */
export function mergePairs(pairs: readonly IndexPair[], a: number, b: number): Record<SideKey, number | null>[] {
  const merged: Record<SideKey, number | null>[] = []
  let [fromA, fromB] = [0, 0]
  for (const [atA, atB] of [...pairs, [a, b]] as IndexPair[]) {
    while (fromA < atA) merged.push({ a: fromA++, b: null })
    while (fromB < atB) merged.push({ a: null, b: fromB++ })
    if (atA < a && atB < b) merged.push({ a: fromA++, b: fromB++ })
  }
  return merged
}

/** `best` holds the highest total still to be had from each pair of remainders; ties go to the earlier pair. */
function alignAll<T>(a: readonly T[], b: readonly T[], likeness: Alike<T>['likeness']): IndexPair[] {
  const width = b.length + 1
  const best = new Float64Array((a.length + 1) * width)
  const value = new Float64Array(a.length * b.length)
  const at = (row: number, column: number): number => best[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      const alike = likeness(a[row] as T, b[column] as T)
      value[row * b.length + column] = alike
      const paired = alike > 0 ? alike + at(row + 1, column + 1) : 0
      best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: IndexPair[] = []
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    const alike = value[row * b.length + column] ?? 0
    if (alike > 0 && at(row, column) === alike + at(row + 1, column + 1)) pairs.push([row++, column++])
    else if (at(row, column) === at(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}

/** Pairs each key's nth occurrences, and keeps the most that are in order on both sides; in n log n, for any length. */
function anchorByKey(a: readonly string[], b: readonly string[]): IndexPair[] {
  const places = new Map<string, number[]>()
  for (let index = b.length - 1; index >= 0; index -= 1) {
    const key = b[index] as string
    const same = places.get(key)
    if (same === undefined) places.set(key, [index])
    else same.push(index)
  }
  const candidates: IndexPair[] = []
  for (const [index, key] of a.entries()) {
    const place = places.get(key)?.pop()
    if (place !== undefined) candidates.push([index, place])
  }
  return longestInOrder(candidates)
}

/** Patience sorting: `ends` holds the candidate that ends the best chain of each length. */
function longestInOrder(candidates: readonly IndexPair[]): IndexPair[] {
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
  const chain: IndexPair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = candidates[index]
    if (pair !== undefined) chain.push(pair)
  }
  return chain.reverse()
}

/** An index into one sequence, and the matching index into the other. */
export type IndexPair = [a: number, b: number]
