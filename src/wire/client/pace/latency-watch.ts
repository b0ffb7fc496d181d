/** Requests whose times can be held against each other: the first turn of a session, and later ones. */
export type TurnKind = 'opening' | 'later'

/** Tells whether answers get slower. */
export interface LatencyWatch {
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
export function createLatencyWatch(): LatencyWatch {
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
