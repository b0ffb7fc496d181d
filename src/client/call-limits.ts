/** How one call of an operation may be limited: in milliseconds for the whole exchange, or by the caller's signal. */
export interface CallLimits {
  timeLimitMs?: number
  signal?: AbortSignal
}
