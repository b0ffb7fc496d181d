import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { Numerals } from '../../suite/language/matchers/fill-text.ts'
import type { GoalState, SimulatedUser } from '../../suite/language/script/simulated-user.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationRun, StoredSession, TurnRun } from './conversation-run.ts'
import type { StartedSessions } from './run-step.ts'
import type { ClockWatch } from './shared-clock.ts'
import type { GoalSeen, UserVoice } from './user-voice.ts'

/** The decisions that the runner needs from judging; the runner itself knows no expectations. */
export interface RunGate {
  /** Whether a turn may be sent, given the turn before it (its `requires`), which a history may hold. */
  admits(turn: Turn, previous: TurnRun | undefined, index: number): boolean
  continues(turn: TurnRun): boolean
  /** Called for a turn before the first or after the last one, which has no expectations. */
  overhears(turn: TurnRun): void
  /** Whether the script expects the turn to be refused in this way. */
  expects(turn: Turn, failure: Failure): boolean
  settled(stored: StoredSession, run: ConversationRun): boolean
  /** The state of a simulated user's goal, given what was read for it besides the turns. */
  sees(goal: GoalState, run: ConversationRun, read: { session: Session | null; toolState?: JsonValue }): GoalSeen
  givesUp(expected: TurnExpectation, last: TurnRun): boolean
}

/** The context of a run. `reconcile` fetches the stored session after the last turn. */
export interface RunContext {
  client: Client
  gate: RunGate
  reconcile: boolean
  /**
   * How late the stored session may show what was said, in milliseconds, where the script does not say; also
   * how long it must have been unchanged after an exchange broke or was refused. 0 for a recorded session,
   * which needs no waiting.
   * @default 2,000
   */
  storedLateMs?: number
  signal?: AbortSignal
  /** The client to read a clock with that this conversation moves and other runs may move too. */
  clockOf?: Client
  /** Null while a further turn may start, or one that first waits `waitMs`; cleanup turns are sent all the same. */
  halted?: (waitMs?: number) => string | null
  /** The rest of the time budget, in milliseconds. @default infinite */
  leftMs?: () => number
  /** Receives the usage of models for each turn, if the service reports it. */
  spent?: (usage: readonly Usage[]) => void
  /** Charges the turn budget for a message that is sent again; returns why it may not be, or null. */
  again?: () => string | null
  /** Charges the turn budget for a sent turn that is not among the turns of the run. */
  unshown?: () => void
  speaker?: Speaker
  voice?: (user: SimulatedUser) => UserVoice
}

/** A message of a speaker, with links to files where it sends some. */
export interface SpeakerMessage extends Pick<Turn, 'attachments'> {
  text: string
}

/** Decides the next message, as an attacker does; unlike a simulated user it has no goal to check. */
export interface Speaker {
  next(run: ConversationRun): SpeakerMessage | null
}

/** A conversation while it runs. `run`, variables, metadata, `dispatched` and `slices` change with every turn. */
export interface State {
  plan: Plan
  context: RunContext
  run: ConversationRun
  variables: JsonObject
  numerals: Numerals
  metadata: JsonObject
  dispatched: StartedSessions
  /** The clock, if others may move it too; null where it is the conversation's own, or the conversation moves none. */
  clock: ClockWatch | null
  /** What the turns have shown so far, one slice each, by session. */
  slices: Map<string, TranscriptEntry[][]>
  /** How long a rate-limiting service may make it wait: an instant of `performance.now()`. */
  waitUntil: number
}
