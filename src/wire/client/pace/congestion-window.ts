/** How many requests may be under way at once, learnt from what becomes of them. */
export interface CongestionWindow {
  limit(): number
  /** How often it shrank: what left before the last time says nothing about now. */
  era(): number
  /** A request of this era was answered that left as one of `underWay`; `turn` where its time says something. */
  answered(underWay: number, turn?: { kind: TurnKind; ms: number }): void
  /** A request of this era was refused that left as one of `underWay`. */
  refused(underWay: number): void
}

/** Where a window begins, how far it goes, and how far it shrinks when answers slow down. */
interface WindowSettings {
  start: number
  most: number
}

/** How many looks a window stays below what it could not hold before it tries again; doubled after each failed try. */
const [firstHold, longestHold] = [8, 64]

/**
 * A window that doubles until something goes wrong, a refusal or answers that slow down; then it halves, comes back to just
 * below where that was, stays, and tries one more now and then. It looks after twice as many answers as it is wide, and
 * grows only where it was used.
 */
export function createCongestionWindow({ start, most }: WindowSettings): CongestionWindow {
  const latency = createLatencyWatch()
  let [limit, era] = [start, 0]
  /** What could not be held the last time; null as long as nothing went wrong. */
  let ceiling: number | null = null
  let [hold, held] = [firstHold, 0]
  let [answers, widest] = [0, 0]
  const forget = (): void => {
    ;[answers, widest] = [0, 0]
  }
  const shrink = (width: number, least: number): void => {
    hold = ceiling !== null && width <= ceiling + 1 ? Math.min(hold * 2, longestHold) : firstHold
    ceiling = width
    era += 1
    held = 0
    limit = Math.max(least, Math.floor(width / 2))
    latency.skip()
    forget()
  }
  const grow = (): void => {
    if (ceiling === null) limit = Math.min(most, limit * 2)
    else if (limit < ceiling - 1) limit += Math.max(1, Math.floor((ceiling - 1 - limit) / 2))
    else if (limit >= ceiling || held >= hold) limit = Math.min(most, limit + 1)
    else held += 1
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
        latency.reset() // as few as it began with: whatever slows the agent, it is not their number
      else if (used) grow()
    },
    refused: (underWay) => shrink(Math.min(limit, underWay), 1),
  }
}

/** Requests whose times can be held against each other: the first turn of a session, and later ones. */
export type TurnKind = 'opening' | 'later'

/** Tells whether answers get slower. */
interface LatencyWatch {
  add(kind: TurnKind, ms: number): void
  /** Whether the answers since the last look were slower than the agent has been; forgets them. */
  rose(): boolean
  /** Forgets the answers since the last look. */
  skip(): void
  /** Forgets how fast the agent was: what comes now is how fast it is. */
  reset(): void
}

/** Answers of one kind that are enough to say something. */
const enough = 4

/**
 * Holds the median of each look against the lowest one so far, which drifts upwards by 1 % a look, so that an agent that
 * becomes slower for good is not held against its past for ever. A rise is half as long again, and 10 ms.
 */
function createLatencyWatch(): LatencyWatch {
  const kinds: readonly TurnKind[] = ['opening', 'later']
  const seen: Record<TurnKind, number[]> = { opening: [], later: [] }
  let lowest: Partial<Record<TurnKind, number>> = {}
  const look = (kind: TurnKind): boolean => {
    const times = seen[kind]
    seen[kind] = []
    if (times.length < enough) return false
    const median = times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    const before = lowest[kind] ?? median
    lowest[kind] = Math.min(median, before * 1.01)
    return median > before * 1.5 + 10
  }
  return {
    add: (kind, ms) => void seen[kind].push(ms),
    rose: () => kinds.map(look).includes(true),
    skip: () => {
      for (const kind of kinds) seen[kind] = []
    },
    reset: () => {
      lowest = {}
    },
  }
}
