import type { Turn } from '../../suite/language/turn.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Recovered } from '../../wire/client/recovered.ts'
import type { SentRequest } from '../../wire/client/sent-request.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { LocalSeen } from './dispatched.ts'

/** One turn that was sent. `turn` has its variables filled in; `turnMs` is the client's wall clock; `sent` is its request, without the key. */
export type TurnRun = { sent?: SentRequest | undefined } & (
  | {
      /** The service answered with the turn's slice of the transcript. */
      kind: 'answered'
      index: number
      turn: Turn
      turnMs: number
      /** The session that the request continued, null where it began one, and the session that the answer is of. */
      asked: string | null
      answered: string
      entries: TranscriptEntry[]
      view: TurnView
      local?: LocalSeen
      /** How it was answered all the same, where its first exchange broke. */
      recovered?: Recovered
    }
  | {
      /** A step was done: a message sent, a call placed, the clock moved. It has no reply. */
      kind: 'stepped'
      index: number
      turn: Turn
      turnMs: number
      local: LocalSeen
    }
  | {
      /** No usable answer: the service refused the turn, or could not be reached, or answered garbage, or too late. */
      kind: 'unanswered'
      index: number
      turn: Turn
      turnMs: number
      /** The session that its request continued, where it did. */
      asked?: string
      /** What the local service shows, where the turn was refused and expects something of it. */
      local?: LocalSeen
      failure: Failure
    }
)
