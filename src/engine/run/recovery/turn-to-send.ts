import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Failure } from '../../../wire/client/failure.ts'

/** A turn to send, and what the earlier turns of its session showed, a slice each. */
export interface TurnToSend {
  request: InlineChatRequest
  earlier: readonly (readonly TranscriptEntry[])[]
  /** For how long its session must not have changed before a turn found in it is used; see `RunContext`. */
  storedLateMs?: number
  /** Whether a failure is what is asked for, so that there is nothing to settle. */
  takes?: (failure: Failure) => boolean
}
