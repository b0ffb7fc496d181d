import type { Plan } from '../suite/plan/plan.ts'
import type { RunResult } from './run-result.ts'
import type { BudgetUse } from './verdict/budget-use.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'

/** What a run tells while it goes on; reporters consume events and the run never knows them. */
export type RunEvent =
  | { kind: 'begun'; target: string; plans: readonly Pick<Plan, 'id' | 'version'>[] }
  | { kind: 'conversation begun'; plan: Plan }
  | { kind: 'turn done'; plan: Plan; index: number }
  | { kind: 'conversation done'; result: ConversationResult }
  | { kind: 'done'; result: RunResult; interrupted: boolean; budgets?: readonly BudgetUse[] }

/** Receives events in the order they happen. A long report on the last of them may take its time: the run waits for it. */
export type RunListener = (event: RunEvent) => void | Promise<void>
