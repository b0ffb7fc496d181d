import { didYouMean } from '../../base/did-you-mean.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import { isPlain } from './demanded-calls.ts'
import type { KnownAgents } from './known-agents.ts'

/** Finds agents and versions that certainly do not exist. */
export function checkAgent({ file, agent, version, versionAt }: Plan, agents: KnownAgents): Problem[] {
  if (!isPlain(agent.value) || !isPlain(version)) return [] // the environment is not known here
  const found = agents.find(agent.value, version)
  if (found.kind === 'no agent') {
    const hint = didYouMean(agent.value, found.names) ?? `there are ${found.names.join(', ') || 'none'}`
    const message = `${agents.source} has no agent "${agent.value}"`
    return [{ code: 'unknown-agent', file, at: agent.at, message, hint }]
  }
  if (found.kind !== 'no version') return []
  const missing =
    version === 'draft' ? 'saved draft' : version === 'default' ? 'published version' : `version ${version}`
  const message = `the agent "${agent.value}" has no ${missing}`
  return [{ code: 'unknown-version', file, at: versionAt ?? agent.at, message, hint: found.reason }]
}
