import { resolveVersion } from '../../service/agents/resolve-version.ts'
import { agentFacts } from '../../suite/lint/agent-facts.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { loadWorkspaces } from './load-workspaces.ts'

/**
 * The agents of a workspace, each at each of its versions, read from its files without starting a service. Null is the
 * demo workspace.
 * @throws UsageError for a broken workspace
 */
export async function localAgents(path: string | null): Promise<KnownAgents> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path])
  const [workspace] = workspaces
  const agents = workspace?.agents ?? []
  return {
    source: `the workspace ${workspace?.name}`,
    find(name, version) {
      const agent = agents.find((each) => each.name === name)
      if (agent === undefined) return { kind: 'no agent', names: agents.map((each) => each.name) }
      const resolved = resolveVersion(agent, version)
      if (!resolved.ok) return { kind: 'no version', reason: resolved.reason }
      return { kind: 'known', facts: agentFacts(resolved.version.config) }
    },
  }
}
