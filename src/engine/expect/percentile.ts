/** The value that a share of the samples does not exceed, by nearest rank; null without samples. `share` is from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number | null {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
