/** The value below which a share of the others lies (nearest rank); `sorted` must be in order. Null where there is none. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
