import type { TurnView } from '../transcript/turn-view.ts'

/** What expectations look at: the turn as it was seen, its wall clock in milliseconds, and the refusal when the service gave one. */
export interface TurnFacts {
  view: TurnView
  turnMs: number
  refusal: { status: number; errorCode: string | null; message: string } | null
}
