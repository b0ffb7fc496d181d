import type { Turn } from '../../suite/language/turn.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { TurnRun } from './turn-run.ts'

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
