/** A time with its unit, and a comparison if it is no upper limit: `'800 ms'`, `'< 3 s'`, `'2 min'`. */
export type Time = Duration | `${'<' | '<=' | '>' | '>='} ${Duration}`

/** A length of time with its unit: `'800 ms'`, `'3 s'`, `'2 min'`, `'1 h'`. */
export type Duration = `${number} ${Unit}` | `${number}${Unit}`

type Unit = 'ms' | 's' | 'min' | 'h'

/** Limits on the three times of a turn. */
export interface Latency {
  /** From sending the message to having the answer, on the client. */
  readonly turn?: Time | Statistics
  /** From the user's message to the last assistant message, by the transcript's timestamps. */
  readonly reply?: Time | Statistics
  /** The time of each tool call (executionTimeMs). */
  readonly tool?: Time | Statistics
  /** Budgets of single tools, by name; they stand instead of what `tool` says. */
  readonly tools?: { readonly [tool: string]: Time | Statistics }
}

/** Limits over the repeats of a conversation. */
export interface Statistics {
  /** The limit for every single one. */
  readonly each?: Time
  /** The limit for the median. */
  readonly p50?: Time
  /** The limit for the 95th percentile. */
  readonly p95?: Time
}
