import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Of a result, what the plan alone says. */
type Planned = 'id' | 'file' | 'at' | 'suite' | 'name' | 'agent' | 'version' | 'tags'

/**
 * Puts a result together, member by member: Node 20 gives every object that begins with a spread and then gets members a
 * hidden class of its own, and whatever looks at such objects is slow from then on.
 */
export function resultOf(plan: Plan, found: Omit<ConversationResult, Planned | 'attempts'>): ConversationResult {
  const { id, file, suite, conversation, agent, version, tags } = plan
  const { verdict, reason, startedAt, ms, sessionId, turns, afterTurns, outcomes, failure, problems } = found
  return {
    id,
    file,
    at: conversation.at,
    suite,
    name: conversation.name.value,
    agent: agent.value,
    version,
    tags,
    verdict,
    reason,
    startedAt,
    ms,
    sessionId,
    turns,
    afterTurns,
    outcomes,
    failure,
    problems,
  }
}
