import type { JsonValue } from '../../base/json/json.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Prices } from '../../wire/api/usage.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import type { Checks } from '../judge/check-run.ts'
import type { JudgedTape, Judges } from '../judge/judges.ts'
import type { TurnRun } from '../run/conversation-run.ts'
import type { Speaker } from '../run/run-context.ts'
import type { UserVoice } from '../run/user-voice.ts'
import type { BudgetAllowance } from '../verdict/budget/allowance.ts'
import type { MeasuredAttempt } from '../verdict/budget/budget-use.ts'
import type { Conceal } from '../verdict/conceal.ts'
import type { ConversationResult, TurnResult } from '../verdict/conversation-result.ts'
import type { KnownFunctions } from '../verdict/known-functions.ts'

/** Performs and judges one conversation, as often as its script says. It does not reject. */
export type Perform = (plan: Plan, listener: PerformListener) => Promise<PerformedConversation>

export interface PerformedConversation {
  result: ConversationResult
  attempts: readonly TakenAttempt[]
}

/** Gives performing one more capability; it returns `perform` itself where the context does not ask for that. */
export type PerformWrapper = (perform: Perform, context: PerformContext) => Perform

/** An attempt with what budgets need: its times, and the turns that were sent. */
export interface TakenAttempt extends MeasuredAttempt {
  turns: Pick<TurnResult, 'outcomes' | 'turnMs'>[]
  /** Whether its turns were charged before: those of an attempt that was lost, when they were sent again. */
  isCharged?: boolean
}

export interface ConcludedConversation {
  result: ConversationResult
  /** The measured times of each attempt of a repeated conversation; otherwise the result itself has them. */
  attempts: readonly MeasuredAttempt[]
}

/** Records finished conversations during a run, and knows the results of an earlier run. */
export interface PerformJournal {
  /** `known` is what an earlier run got, used as it is; null means that it must be performed. */
  begin(plan: Plan): { earlier: ConcludedConversation | null; keep(concluded: ConcludedConversation): void }
  /** Whether it can give the whole of a result again, so that a run need not keep it. */
  holds(result: ConversationResult): boolean
}

export interface PerformListener {
  /** Called when it begins; with workers, that may be later. */
  onBegun?: () => void
  onTurn?: (index: number) => void
  /** Receives each turn as it arrives, with its outcomes so far; those of a history have indexes below 0, and none. */
  onTaken?: (turn: TurnRun, outcomes: readonly Outcome[]) => void
  /** Receives each judged attempt once the conversation is over, including those that the result does not show. */
  onAttempt?: (attempt: TakenAttempt) => void
}

/** What an attempt uses in place of the run's own service, such as a tape. */
export interface AttemptMeans {
  client: Client
  functions?: KnownFunctions
  /** The tape that judges' answers are recorded on or replayed from. */
  judged?: JudgedTape
  storedLateMs?: number
  /** Receives the complete judged result; may return another in its place. */
  settle?: (result: ConversationResult) => ConversationResult
}

/** What the agent of a plan is told before it speaks, as far as that can be known: texts, and tools as values. */
export type Prompts = (plan: Plan) => Promise<readonly JsonValue[]>

/** Returns what is known of the agents that conversations run against; null if nothing is. */
export type AgentsOfRun = () => Promise<KnownAgents | null>

/** What running and judging one conversation needs. */
export interface PerformContext {
  client: Client
  /** Fetch the stored session after the last turn and compare (laws `slices add up`, `version answers`). */
  reconcile: boolean
  /**
   * How late the stored session may show what was said, in milliseconds, where the script does not say; 0 where it no
   * longer changes. @default 2,000
   */
  storedLateMs?: number
  /** The function lists of published agents, if known (see `knownFunctions`). */
  functions?: KnownFunctions
  /** What is known of the agents, to tell a misspelt tool from one that was not called. */
  agents?: AgentsOfRun
  /** Called if replies have to be grounded. */
  prompts?: Prompts
  /** Judges for criteria; without any, criteria are not judged. */
  judges?: Judges
  /** Runs the functions that scripts name under `check`; without it they are not judged. */
  checks?: Checks
  signal?: AbortSignal
  /** The remaining budgets of the run. */
  allowance?: BudgetAllowance
  /** Gives each attempt a client of its own; `index` counts the attempts at the plan from 0. */
  meansOf?: (plan: Plan, index: number) => Promise<AttemptMeans>
  /** The prices of models, where the service does not report costs. */
  prices?: Prices
  /** Redacts private data in results before they are reported or stored; without it only keys are redacted. */
  conceal?: Conceal
  /** Creates, for each attempt, who speaks after the scripted turns. */
  speakerOf?: (plan: Plan) => Speaker
  /** Wraps a simulated user's voice, such as for a person who may say something else. */
  voiceBy?: (voice: UserVoice) => UserVoice
  /** Gathers what results warn of (see `gatherWarnings`). */
  warnings?: { add(result: ConversationResult): void }
  /** Performs conversations in the place of this process, such as by the workers of a queue. */
  workers?: Perform
  /** Records what was performed, and knows what an earlier run performed. */
  journal?: PerformJournal
}
