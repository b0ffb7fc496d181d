import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import { brokenResult, skippedResult } from '../verdict/never-ran.ts'
import type { Perform, PerformContext, PerformListener, PerformWrapper } from './perform.ts'
import { performAttempts } from './perform-attempts.ts'
import { withBudget } from './with-budget.ts'
import { withJournal } from './with-journal.ts'
import { withWorkers } from './with-workers.ts'

/** The outermost first: the journal knows a result before anything is reserved, and budgets hold whoever performs. */
export const performing = { withWarnings, withJournal, insistFit, withBudget, withWorkers } as const

/** Judging uses the agent's words as they came; callers and listeners receive them without keys. @throws TypeError for another plan or client, and else nothing */
export async function performConversation(
  plan: Plan,
  context: PerformContext,
  listener: PerformListener = {},
): Promise<ConversationResult> {
  insistKind(
    hasMembers(plan, 'conversation', 'unset'),
    'performConversation takes a plan of planSuite or planScript',
    plan,
  )
  const wanted = 'performConversation takes { client }, with the client that openService opens or createClient makes'
  insistKind(hasMembers(context?.client, 'converse'), wanted, context?.client ?? context)
  const wrappers: readonly PerformWrapper[] = Object.values(performing)
  const innermost: Perform = (each, events) => performAttempts(each, context, events)
  const perform = wrappers.reduceRight((inner, wrap) => wrap(inner, context), innermost)
  const { result, attempts } = await perform(plan, listener)
  if (listener.onAttempt !== undefined) for (const attempt of attempts) listener.onAttempt(attempt)
  return result
}

function withWarnings(perform: Perform, { warnings }: PerformContext): Perform {
  if (warnings === undefined) return perform
  return async (plan, listener) => {
    const performed = await perform(plan, listener)
    warnings.add(performed.result)
    return performed
  }
}

/** Sends nothing for a conversation that is skipped, lacks values or is broken. */
function insistFit(perform: Perform): Perform {
  return async (plan, listener) => {
    const { skip } = plan.conversation
    if (skip !== undefined) return { result: skippedResult(plan, skip.value), attempts: [] }
    if (plan.unset.length > 0 || plan.problems.length > 0) return { result: brokenResult(plan), attempts: [] }
    return perform(plan, listener)
  }
}
