/** Times in order; where there are more than `most`, as many of them as stand at even steps, the smallest and the largest among them. */
export function thinTimes(times: readonly number[], most = 200): number[] {
  const sorted = times.toSorted((a, b) => a - b)
  if (sorted.length <= most) return sorted
  return Array.from({ length: most }, (_, index) => sorted[Math.round((index * (sorted.length - 1)) / (most - 1))] ?? 0)
}
