export interface CongestionWindow {
  limit(): number
  /** How often it has shrunk. Requests sent before the last time say nothing about the present. */
  era(): number
  /** Reports the answer to a request of this era, one of `underWay`; `turn` is given if its time is meaningful. */
  answered(underWay: number, turn?: { kind: PaceKind; ms: number }): void
  /** Reports the refusal of a request of this era that left as one of `underWay`. */
  refused(underWay: number): void
}

/** Checks that a window stays below the size that failed before it tries again; doubled after each failed try. */
const [firstHold, longestHold] = [8, 64]

/**
 * A window that doubles until a refusal or slower answers, halves, returns to just below, and seldom tries one more.
 * It checks after twice as many answers as it is wide, and grows only if it was used.
 */
export function createCongestionWindow({ start, most }: { start: number; most: number }): CongestionWindow {
  const latency = createLatencyWatch()
  let [limit, era] = [start, 0]
  /** The size that failed last; null as long as nothing has gone wrong. */
  let ceiling: number | null = null
  let [hold, heldCount] = [firstHold, 0]
  let [answers, widest] = [0, 0]
  const forget = (): void => {
    ;[answers, widest] = [0, 0]
  }
  const shrink = (width: number, least: number): void => {
    hold = ceiling !== null && width <= ceiling + 1 ? Math.min(hold * 2, longestHold) : firstHold
    ceiling = width
    era += 1
    heldCount = 0
    limit = Math.max(least, Math.floor(width / 2))
    latency.skip()
    forget()
  }
  const grow = (): void => {
    if (ceiling === null) limit = Math.min(most, limit * 2)
    else if (limit < ceiling - 1) limit += Math.max(1, Math.floor((ceiling - 1 - limit) / 2))
    else if (limit >= ceiling || heldCount >= hold) limit = Math.min(most, limit + 1)
    else heldCount += 1
  }
  return {
    limit: () => limit,
    era: () => era,
    answered(underWay, turn) {
      answers += 1
      widest = Math.max(widest, underWay)
      if (turn !== undefined) latency.add(turn.kind, turn.ms)
      if (answers < 2 * limit) return
      const used = widest >= limit * 0.75
      const slower = latency.rose()
      forget()
      if (slower && limit > start) return shrink(limit, start)
      if (slower)
        // already down to the size it began with, so the number of requests is not what slows the agent
        latency.reset()
      else if (used) grow()
    },
    refused: (underWay) => shrink(Math.min(limit, underWay), 1),
  }
}

/** Requests whose times are comparable: the first turns of sessions, and later ones. */
export type PaceKind = 'opening' | 'later'

/** How many answers of one kind are enough to compare. */
const enough = 4

/** Notices answers slower by half and 10 ms than the lowest median, which drifts up so that lasting slowness passes. */
function createLatencyWatch() {
  const kinds: readonly PaceKind[] = ['opening', 'later']
  const timesByKind: Record<PaceKind, number[]> = { opening: [], later: [] }
  let lowest: Partial<Record<PaceKind, number>> = {}
  const look = (kind: PaceKind): boolean => {
    const times = timesByKind[kind]
    timesByKind[kind] = []
    if (times.length < enough) return false
    const median = times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    const before = lowest[kind] ?? median
    lowest[kind] = Math.min(median, before * 1.01)
    return median > before * 1.5 + 10
  }
  return {
    add: (kind: PaceKind, ms: number): void => void timesByKind[kind].push(ms),
    /** Whether the answers since the last check were slower than the agent has been; forgets them. */
    rose: (): boolean => kinds.map(look).includes(true),
    /** Forgets the answers since the last check. */
    skip: (): void => {
      for (const kind of kinds) timesByKind[kind] = []
    },
    /** Forgets how fast the agent was: from now on, current times are the norm. */
    reset: (): void => {
      lowest = {}
    },
  }
}
