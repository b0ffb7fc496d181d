/** How many of something may go on at once, where that changes as things go. */
export interface Lanes {
  limit(): number
  /** Calls `listener` whenever there is room for more than before. */
  watch(listener: () => void): void
}

/** As many at once as both allow. */
export function narrower(one: number | Lanes, other: number | Lanes): number | Lanes {
  if (typeof one === 'number' && typeof other === 'number') return Math.min(one, other)
  const limitOf = (lanes: number | Lanes): number => (typeof lanes === 'number' ? lanes : lanes.limit())
  return {
    limit: () => Math.min(limitOf(one), limitOf(other)),
    watch(listener) {
      for (const lanes of [one, other]) if (typeof lanes !== 'number') lanes.watch(listener)
    },
  }
}
