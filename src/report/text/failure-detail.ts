/** How much a report says about a conversation that did not pass, beyond its failures. */
export interface FailureDetail {
  /** Which turns get a curl line: none, the first that did not pass, or every one that did not pass. */
  curl: 'none' | 'first' | 'all'
  /** The decision trace. */
  trace: boolean
}

/** Failures only. */
export const failuresAlone: FailureDetail = { curl: 'none', trace: false }
