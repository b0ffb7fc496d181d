/** How long a turn may take, in milliseconds. */
export interface TurnLimit {
  timeLimitMs: number
  /** What has set it for all suites, in words; left out where a suite has, or nobody. */
  timeLimitFrom?: string | undefined
}

/** That of a suite or conversation, or else that of the run. */
export function timeLimitOf(own: number | undefined, { timeLimitMs, timeLimitFrom }: TurnLimit): TurnLimit {
  if (own !== undefined) return { timeLimitMs: own }
  return timeLimitFrom === undefined ? { timeLimitMs } : { timeLimitMs, timeLimitFrom }
}
