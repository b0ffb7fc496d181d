/** How one call of an operation may be limited: in milliseconds, or by the caller's signal. */
export interface CallLimits {
  /** For the whole exchange. */
  timeLimitMs?: number
  /** For the time before it leaves, in which the service may ask everybody to wait. Default: `timeLimitMs`. */
  waitMs?: number
  signal?: AbortSignal
}
