/** What a report tells of a conversation that did not pass, beyond its failures. */
export interface FailureDetail {
  /** Curl lines of turns that did not pass: none, of the first such turn, or of every one. */
  curl: 'none' | 'first' | 'all'
  /** The decision trace. */
  trace: boolean
}

/** The failures alone. */
export const failuresAlone: FailureDetail = { curl: 'none', trace: false }
