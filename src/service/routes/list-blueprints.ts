import type { Blueprint } from '../../api/blueprint.ts'
import { accept } from '../answer.ts'
import type { Agent } from '../workspace/agent.ts'
import type { Handler } from './context.ts'

/** `GET /api/agent/blueprints`: each agent of the workspace once, at its published version, by agentId (BLU-12, BLU-16). */
export const listBlueprints: Handler = ({ workspace }) => {
  const agents = workspace.agents.flatMap(showBlueprint).sort((a, b) => (a.agentId < b.agentId ? -1 : 1))
  const workflowList = workspace.workflows.flatMap(({ workflowId, agent }) => {
    const mapped = workspace.agents.find(({ name }) => name === agent)
    return mapped === undefined ? [] : [{ workflowId, agentId: mapped.agentId }]
  })
  return accept({ agents, workflowList })
}

function showBlueprint({ agentId, name, published, versions }: Agent): Blueprint[] {
  const version = published === null ? undefined : versions.get(published)
  if (version === undefined) return []
  const { config, description, number } = version
  return [{ agentId, config, version: { name: `${name} v${number}`, description, number } }]
}
