import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { Numerals } from '../../suite/language/fill-text.ts'
import type { GoalState, SimulatedUser } from '../../suite/language/simulated-user.ts'
import type { Turn } from '../../suite/language/turn.ts'
import type { TurnExpectation } from '../../suite/language/turn-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationRun, TurnRun } from './conversation-run.ts'
import type { Dispatched } from './run-step.ts'
import type { ClockWatch } from './shared-clock.ts'
import type { GoalSeen, UserVoice } from './user-voice.ts'

/** The decisions that running needs and judging makes; the runner knows no expectations. */
export interface Gate {
  /** Whether a turn may be sent, given the turn before it (its `requires`). */
  admits(turn: Turn, previous: TurnRun | undefined): boolean
  /** Whether the next turn should be sent after this one. */
  continues(turn: TurnRun): boolean
  /** Is told of a turn before the first or after the last one, about which there are no expectations. */
  overhears(turn: TurnRun): void
  /** Whether the script expects a turn to be refused, and in this way. */
  expects(turn: Turn, failure: Failure): boolean
  /** Whether the stored session is as expected and as the turns showed it, so that there is nothing more to wait for. */
  settled(session: Session, run: ConversationRun): boolean
  /** How the goal of a simulated user stands, by what was read for it beside the turns. */
  sees(goal: GoalState, run: ConversationRun, read: { session: Session | null; toolState?: JsonValue }): GoalSeen
  /** Whether an answer is one after which a simulated user gives up. */
  givesUp(expected: TurnExpectation, last: TurnRun): boolean
}

/** The context of a run. `reconcile` fetches the stored session after the last turn. */
export interface RunContext {
  client: Client
  gate: Gate
  reconcile: boolean
  /**
   * How late the stored session may show what was said, in milliseconds, where the script does not say; and how long it
   * must have been unchanged where an exchange broke or was refused. 0 for a recorded session, which is not waited for.
   * @default 2,000
   */
  storedLateMs?: number
  signal?: AbortSignal
  /** Where the conversation moves a clock that other runs may move as well: through which client to look at it. */
  clockOf?: Client
  /**
   * Why no further turn may start, or none that first waits for so many milliseconds, as when the time budget of a run is
   * spent; null while one may. Without it nothing holds turns back: those that clean up are sent all the same.
   */
  halted?: (waitMs?: number) => string | null
  /** What is left of the time budget, in milliseconds. @default infinite */
  leftMs?: () => number
  /** Is told what models took for each turn, where the service tells it. */
  spent?: (usage: readonly Usage[]) => void
  /** Charges the turn budget for a message that is sent again; or gives why it may not be. */
  again?: () => string | null
  /** Charges the turn budget for a turn that was sent and is not among those of the run. */
  unshown?: () => void
  /** Who goes on after the turns that are written. */
  speaker?: Speaker
  /** Who speaks for the simulated user of the conversation, its variables filled in. */
  voice?: (user: SimulatedUser) => UserVoice
}

/** Says what comes next by what came before, as an attacker does; unlike a simulated user it has no goal of its own to see. */
export interface Speaker {
  /** The next message; null where nothing more is said. */
  next(run: ConversationRun): string | null
}

/** A conversation while it runs; `run`, variables, metadata, what was dispatched and what was shown change with every turn. */
export interface State {
  plan: Plan
  context: RunContext
  run: ConversationRun
  variables: JsonObject
  /** The numbers among the variables, as they were written. */
  numerals: Numerals
  metadata: JsonObject
  dispatched: Dispatched
  /** The clock that others may move as well; null where the conversation has one to itself, or moves none. */
  clock: ClockWatch | null
  /** What the turns showed so far, a slice each, by session. */
  slices: Map<string, TranscriptEntry[][]>
  /** The latest time, by `performance.now()`, until which a rate-limiting service may make it wait. */
  waitUntil: number
}
