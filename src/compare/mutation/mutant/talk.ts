import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import type { FunctionLists } from '../../../engine/verdict/judge-laws.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Heard } from './hear-client.ts'

/** One answered turn of the script, as it was heard. */
export interface HeardTurn {
  index: number
  entries: readonly TranscriptEntry[]
  view: TurnView
  /** How long the answer took, in milliseconds. */
  ms: number
}

/**
 * A recorded conversation that passed, with everything its agent did; mutants are derived from it and replayed on it.
 */
export interface Talk {
  plan: Plan
  heard: readonly Heard[]
  turns: readonly HeardTurn[]
  /** The stored session after the last turn, where it was fetched. */
  session: Session | null
  /** The functions of its agent, where the blueprint is known. */
  functions: FunctionLists | null
}
