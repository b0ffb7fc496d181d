import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { ConversationRun } from '../run/conversation-run.ts'

/**
 * What a run shows to be wrong with the script itself: an agent or a version that the service does not have, a request
 * that breaks the contract. The service never falls back to another version silently, and neither does this.
 */
export function scriptProblems(plan: Plan, run: ConversationRun): Problem[] {
  const last = run.turns.at(-1)
  if (last?.kind !== 'unanswered' || last.turn.expect?.error !== undefined) return []
  const { failure } = last
  const { file, agent, version, versionAt } = plan
  if (failure.kind === 'unsendable') {
    const list = failure.violations.map(
      ({ path, expected, actual }) => `${path}: expected ${expected}, but here is ${actual}`,
    )
    return [{ code: 'wrong-value', file, at: last.turn.at, message: `this turn cannot be sent: ${list.join('; ')}` }]
  }
  if (failure.kind !== 'refused') return []
  const hint = failure.message
  if (failure.errorCode === 'localAgentNotFound') {
    return [{ code: 'unknown-agent', file, at: agent.at, message: `the service has no agent "${agent.value}"`, hint }]
  }
  if (failure.errorCode === 'localAgentVersionNotFound') {
    const at = versionAt ?? agent.at
    const missing =
      version === 'draft' ? 'saved draft' : version === 'default' ? 'published version' : `version ${version}`
    return [{ code: 'unknown-version', file, at, message: `the agent "${agent.value}" has no ${missing}`, hint }]
  }
  return []
}
