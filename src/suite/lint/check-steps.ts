import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { everyTurnOf } from '../language/script/conversation.ts'
import type { Turn } from '../language/script/turn.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import type { KnownAgents } from './known-agents.ts'
import { isFixedName } from './named-calls.ts'

/** Those that certainly do not exist. A step that is expected to be refused may name anything. */
export function checkSteps(plan: Plan, agents: KnownAgents): Problem[] {
  return everyTurnOf(plan.conversation).flatMap((turn) => checkStep(plan, turn, agents))
}

function checkStep({ file, agent, version }: Plan, { step, expect }: Turn, agents: KnownAgents): Problem[] {
  if (step === undefined || expect?.error !== undefined || !isJsonObject(step.body.value)) return []
  const { agentName, use_case, agentVersion, agent_version } = step.body.value
  const ownAgent = asText(agentName ?? use_case)
  const ownVersion = asText(agentVersion ?? agent_version)
  const name = ownAgent ?? agent.value
  if ((ownAgent === undefined && ownVersion === undefined) || !isFixedName(name)) return []
  const lookup = agents.find(name, ownVersion ?? (ownAgent === undefined ? version : 'default'))
  const problem = { file, at: step.body.at }
  if (lookup.kind === 'no agent' && ownAgent !== undefined) {
    const hint = didYouMean(name, lookup.names) ?? listKnown(lookup.names)
    const message = `${agents.source} has no agent "${name}", which this step names`
    return [{ ...problem, code: 'unknown-agent', message, hint }]
  }
  if (lookup.kind !== 'no version' || ownVersion === undefined || !isFixedName(ownVersion)) return []
  const message = `the agent "${name}" has no version ${ownVersion}, which this step names`
  return [{ ...problem, code: 'unknown-version', message, hint: lookup.reason }]
}

function asText(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).toLowerCase() === 'default' ? 'default' : String(value)
}
