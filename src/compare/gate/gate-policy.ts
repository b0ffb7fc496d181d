/** Limits on one of the three times of the side in question. Times in milliseconds. */
export interface LatencyPolicy {
  p50?: number
  p95?: number
  /** By what share its median may exceed the other side's, 0.2 for a fifth. Broken only where the difference is sure. */
  slower?: number
}

/** What must hold for the gate to open. Counts are of conversations that may be so at most; null and absent: not asked for. */
export interface GatePolicy {
  hardBreaks: number | null
  regressions: number | null
  unconfirmed: number | null
  notComparable: number | null
  /** The least share of the pairs that were asked for which must be judged, of each conversation and of all. */
  judgedPairs: number
  /** The least share of runs that pass on the side in question. */
  passRate: number | null
  /** The largest share of tool outputs that are errors there. */
  toolErrors: number | null
  /** Whether everything that one side's runs showed (tools by phase and ending, handoffs, kinds of content) must show on the other. */
  coverage: boolean
  latency: Partial<Record<'turn' | 'reply' | 'tool', LatencyPolicy>>
}

/** The gate of a project that settles none: nothing may get worse, everything must be comparable, and two thirds of what was asked for judged. */
export const defaultPolicy: GatePolicy = {
  hardBreaks: 0,
  regressions: 0,
  unconfirmed: 0,
  notComparable: 0,
  judgedPairs: 2 / 3,
  passRate: null,
  toolErrors: null,
  coverage: false,
  latency: {},
}
