import { listSplits } from './splits.ts'

/**
 * Of all ways to split the runs into a first group of `size` and the rest, the share whose groups lie at least as far
 * apart as those of the true split, the first `size` runs: the p-value of an exact permutation test. Looks at the sum of
 * distances between the groups alone, since the sum of all is the same for each split.
 */
export function splitShare(distances: readonly (readonly number[])[], size: number): number {
  const sums = listSplits(distances.length, size).map((group) => sumBetween(distances, new Set(group)))
  const [given = 0] = sums
  return sums.filter((sum) => sum >= given - 1e-9).length / sums.length
}

function sumBetween(distances: readonly (readonly number[])[], group: ReadonlySet<number>): number {
  let sum = 0
  for (const one of group) {
    for (const [two, distance] of (distances[one] ?? []).entries()) if (!group.has(two)) sum += distance
  }
  return sum
}
