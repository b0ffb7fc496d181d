/** How often a conversation runs and how often it must pass. */
export interface Repeat {
  times: number
  pass: number
}

/** What became of the attempts at one conversation. Attempts that could not be judged leave the denominator. */
export interface Attempts extends Repeat {
  passed: number
  failed: number
  /** Neither passed nor failed. */
  unjudged: number
  /** The rate of passing lies between these with 95 % confidence, whatever ended the attempts (see `repeatInterval`); null when nothing was judged. */
  interval: [from: number, to: number] | null
  /** The chance that `times` attempts in a row pass, at the rate seen (pass^k); null when nothing was judged. */
  inARow: number | null
}
