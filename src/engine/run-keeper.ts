import type { Plan } from '../suite/plan/plan.ts'
import type { MeasuredAttempt } from './verdict/budget-use.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'

/** One conversation that is over. */
export interface Concluded {
  result: ConversationResult
  /** Where it is repeated, what of each attempt was held against limits; else its result says so. */
  attempts: readonly MeasuredAttempt[]
}

/** Remembers what is over while a run goes on, and what an earlier one came to. */
export interface RunKeeper {
  /** What an earlier run came to: it is taken as it is. Null runs the plan. */
  recall(plan: Plan): Concluded | null
  /** Hears every conversation that ran to its end or was interrupted, once. */
  keep(plan: Plan, concluded: Concluded): void
}
