import type { Plan } from '../../suite/plan/plan.ts'
import { measuredOf } from '../verdict/budget/budget-use.ts'
import type { ConcludedConversation, Perform, PerformContext, PerformedConversation } from './perform.ts'

/** Performs only what no earlier run has performed, and records the results, redacted. */
export function withJournal(perform: Perform, { journal, conceal }: PerformContext): Perform {
  if (journal === undefined) return perform
  return async (plan, listener) => {
    const { earlier, keep } = journal.begin(plan)
    if (earlier !== null) return performedBefore(plan, earlier)
    const { result, attempts } = await perform(plan, listener)
    const clean = conceal?.conversation(result, plan) ?? result
    keep({ result: clean, attempts: plan.repeat === null ? [] : attempts.map(measuredOf) })
    return { result: clean, attempts }
  }
}

/** What an earlier run performed; none of its turns was sent now. */
export function performedBefore(plan: Plan, { result, attempts }: ConcludedConversation): PerformedConversation {
  const measured = plan.repeat === null ? [result] : attempts
  return {
    result,
    attempts: measured.map(({ version, file, turns }) => ({
      ...{ version, file },
      turns: turns.map(({ outcomes }) => ({ outcomes, turnMs: null })),
    })),
  }
}
