import type { Blueprint } from '../../wire/api/blueprint.ts'
import { accept } from '../answer/answer.ts'
import type { Handler } from '../context/context.ts'
import type { Agent } from '../workspace/agent.ts'

/** `GET /api/agent/blueprints`: each agent of the workspace once, at its published version, by agentId (BLU-12, BLU-16). */
export const listBlueprints: Handler = ({ workspace, context }) => {
  const every = context.ambiguity.choose('BLU-12', [false, true])
  const agents = workspace.agents
    .flatMap((agent) => showBlueprints(agent, every))
    .sort((a, b) => (a.agentId < b.agentId ? -1 : 1))
  const workflowList = workspace.workflows.flatMap(({ workflowId, agent }) => {
    const mapped = workspace.agents.find(({ name }) => name === agent)
    return mapped === undefined ? [] : [{ workflowId, agentId: mapped.agentId }]
  })
  return accept({ agents, workflowList })
}

/** The published version alone, or every one of them where the ambiguity mode says so. */
function showBlueprints({ agentId, name, published, versions }: Agent, every: boolean): Blueprint[] {
  const shown = [...versions.values()].filter(({ number }) => every || number === published)
  return shown.map(({ config, description, number }) => ({
    agentId,
    config,
    version: { name: `${name} v${number}`, description, number },
  }))
}
