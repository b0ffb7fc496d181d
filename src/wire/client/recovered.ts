import type { KnownFailure } from './failure.ts'

/**
 * How a turn was answered whose first exchange broke. *fetched*: its answer was lost and stands in the stored session.
 * *sent again*: it was not taken, or never left, and a later sending was answered. JSON-safe.
 */
export interface Recovered {
  how: 'fetched' | 'sent again'
  /** What each exchange broke with, in order. */
  breaks: KnownFailure[]
  /** How often the message was sent, those that never left among them. */
  sendings: number
  /** How often the session was fetched. */
  looks: number
  /** From the first sending until the answer was sure, in milliseconds. */
  ms: number
}
