import type { JsonObject } from '../../base/json.ts'
import type { Numerals } from '../../suite/language/fill-text.ts'
import type { Turn } from '../../suite/language/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationRun, TurnRun } from './conversation-run.ts'
import type { Dispatched } from './run-step.ts'

/** Decisions that running needs and judging makes; the runner knows no expectations. */
export interface Gate {
  /** Whether a turn may be sent, given the turn before it (its `requires`). */
  admits(turn: Turn, previous: TurnRun | undefined): boolean
  /** Whether the next turn should be sent after this one. */
  continues(turn: TurnRun): boolean
  /** Hears of a turn before the first or after the last one, which no expectation is about. */
  overhears(turn: TurnRun): void
  /** Whether a turn is to be refused, and in this way. */
  expects(turn: Turn, failure: Failure): boolean
  /** Whether the stored session is as expected and as the turns showed it, so that there is nothing more to wait for. */
  settled(session: Session, run: ConversationRun): boolean
}

/** What a run works with. `reconcile` fetches the stored session after the last turn. */
export interface RunContext {
  client: Client
  gate: Gate
  reconcile: boolean
  /**
   * How late it may show what was said, in milliseconds, where the script does not say, and for how long it must not have changed
   * where an exchange broke or was refused; 0 where it is a recorded one, for which nobody waits. @default 2,000
   */
  storedLateMs?: number
  signal?: AbortSignal
  /** Why no further turn may begin, as when the time of a run is spent; null while one may. */
  halted?: () => string | null
}

/** A conversation while it runs; `run`, variables, metadata, what was dispatched and what was shown change with every turn. */
export interface State {
  plan: Plan
  context: RunContext
  run: ConversationRun
  variables: JsonObject
  /** Numbers among them as they were written. */
  numerals: Numerals
  metadata: JsonObject
  dispatched: Dispatched
  /** What the turns showed so far, a slice each, by session. */
  slices: Map<string, TranscriptEntry[][]>
  /** Until when a service that limits requests may make it wait, by `performance.now()`. */
  waitUntil: number
}
