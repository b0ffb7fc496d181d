import { anchorByKey } from './anchor-by-key.ts'
import type { Pair } from './pair.ts'

/** How two sequences are compared. */
export interface Alike<T> {
  /** From 0, which can never be a pair, to 1. */
  likeness(a: T, b: T): number
  /** From what must agree in full to what must agree at least; used where there is too much to compare all with all. */
  keys: readonly ((each: T) => string)[]
}

/** So many likenesses are measured at most, which takes some milliseconds. */
const cellLimit = 10_000

/**
 * The pairs of two sequences, both in order, whose likenesses add up to most (dynamic programming). Where that would take
 * more than `cellLimit` comparisons, what agrees by key is paired first and only the gaps are compared.
 */
export function alignSequences<T>(a: readonly T[], b: readonly T[], alike: Alike<T>): Pair[] {
  if (a.length === 0 || b.length === 0) return []
  if (a.length * b.length <= cellLimit) return alignAll(a, b, alike.likeness)
  const [key, ...keys] = alike.keys
  if (key === undefined) return []
  const anchors = anchorByKey(a.map(key), b.map(key))
  const pairs: Pair[] = []
  let [fromA, fromB] = [0, 0]
  for (const [atA, atB] of [...anchors, [a.length, b.length] as Pair]) {
    const gap = alignSequences(a.slice(fromA, atA), b.slice(fromB, atB), { ...alike, keys })
    for (const [inA, inB] of gap) pairs.push([fromA + inA, fromB + inB])
    if (atA < a.length && atB < b.length) pairs.push([atA, atB])
    fromA = atA + 1
    fromB = atB + 1
  }
  return pairs
}

/** `best` holds, for each pair of remainders, the most that can be had from them; ties go to the earlier pair. */
function alignAll<T>(a: readonly T[], b: readonly T[], likeness: Alike<T>['likeness']): Pair[] {
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
  const pairs: Pair[] = []
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    const alike = value[row * b.length + column] ?? 0
    if (alike > 0 && at(row, column) === alike + at(row + 1, column + 1)) pairs.push([row++, column++])
    else if (at(row, column) === at(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}
