import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import { resolveVersion } from '../../service/agents/find-version.ts'
import type { AgentVersion } from '../../service/workspace/agent.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { agentFacts } from './listed-agents.ts'
import { loadWorkspaces } from './load-workspaces.ts'
import type { Revision } from './speak-revisions.ts'
import { toolFacts } from './tool-facts.ts'

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
    tellsState: workspace?.state !== undefined,
    find(name, version) {
      const agent = agents.find((each) => each.name === name)
      if (agent === undefined) return { kind: 'no agent', names: agents.map((each) => each.name) }
      const resolved = resolveVersion(agent, version)
      if (!resolved.ok) return { kind: 'no version', reason: resolved.reason }
      return { kind: 'known', facts: { ...agentFacts(resolved.version.config), takes: toolFacts(resolved.version) } }
    },
  }
}

/**
 * Finds the version of an agent in the files of a workspace, or one by a revision's name; undefined where there is none.
 * @throws UsageError for a broken workspace
 */
export async function localVersions(
  path: string | null,
  revisions: readonly Revision[],
): Promise<(name: string, asked: string) => AgentVersion | undefined> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  return (name, asked) => {
    const agent = workspaces[0]?.agents.find((each) => each.name === name)
    const number = revisions.find(({ label }) => label === asked)?.number
    const resolved = agent === undefined ? undefined : resolveVersion(agent, String(number ?? asked) as 'default')
    return resolved?.ok === true ? resolved.version : undefined
  }
}

/**
 * Finds the configuration of an agent at any version in the files of a workspace; null is the demo workspace.
 * @throws UsageError for a broken workspace
 */
export async function localConfigs(
  path: string | null,
  revisions: readonly Revision[],
): Promise<NonNullable<BlueprintSources['readWorkspace']>> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  const agents = workspaces[0]?.agents ?? []
  return (name, asked) => {
    const revision = revisions.find(({ label }) => label === asked)
    const version = String(revision?.number ?? asked)
    const agent = agents.find((each) => each.name === name)
    if (agent === undefined)
      return { missing: `the workspace has no agent ${name}; it has ${agents.map((each) => each.name).join(', ')}` }
    const resolved = resolveVersion(agent, version as 'default')
    if (!resolved.ok) return { missing: resolved.reason }
    const number =
      version === 'draft' || revision !== undefined ? null : version === 'default' ? agent.published : Number(version)
    return { number, config: resolved.version.config }
  }
}
