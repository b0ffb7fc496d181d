import type { JsonValue } from '../../base/json.ts'
import type { TurnView } from '../transcript/turn-view.ts'

/** What expectations look at: the turn as it was seen, its wall clock in milliseconds, and the refusal when the service gave one. */
export interface TurnFacts {
  view: TurnView
  /** Null where the answer was lost and found in the stored session: when it was given is not known. */
  turnMs: number | null
  /** What the local service shows beside the interface, where the turn expects something of it. */
  local?: { outbox?: JsonValue; queue?: JsonValue; attempts?: JsonValue }
  refusal: { status: number; errorCode: string | null; message: string } | null
}
