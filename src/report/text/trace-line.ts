/** One event of a conversation: what was seen, and what the expectations found. Plain text, one line each. */
export interface TraceLine {
  /** The turn, counted from 0; null for what is about the whole session. */
  turn: number | null
  seen: string
  /** Empty when no expectation says anything about it. */
  found: string
  /** Whether an expectation about it failed or could not be judged. */
  poor: boolean
}
