import type { Place } from '../../suite/yaml/place.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Recovered } from '../../wire/client/recovered.ts'
import type { SentRequest } from '../../wire/client/sent-request.ts'
import type { Outcome } from '../expect/outcome.ts'

/** What became of one turn. `user` is null when the agent opened; `at` is the turn's place in the script. */
export interface TurnResult {
  index: number
  at: Place
  user: string | null
  /** The kind of step, where the turn is one. */
  step?: string
  /** *unsafe*: it was kept from leaving. */
  verdict: 'passed' | 'failed' | 'errored' | 'not reached' | 'unsafe'
  /** The client's wall clock; null when the turn was not reached or not sent. Of a turn that was sent again, of its last sending. */
  turnMs: number | null
  outcomes: Outcome[]
  entries: TranscriptEntry[]
  /** Why there is no answer; null when there is one or the turn was not reached. */
  failure: Failure | null
  /** How it was answered all the same, where its first exchange broke. */
  recovered?: Recovered
  /** The request as it was sent, without the key; only where the turn did not pass. */
  sent?: SentRequest
}
