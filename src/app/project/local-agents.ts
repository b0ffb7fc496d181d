import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import { resolveVersion } from '../../service/agents/find-version.ts'
import type { AgentVersion } from '../../service/workspace/agent.ts'
import type { Phase } from '../../suite/language/call-expectation.ts'
import type { AgentFound, KnownAgents } from '../../suite/lint/known-agents.ts'
import { agentFacts } from './listed-agents.ts'
import { type FindVersion, loadWorkspaces, versionsIn } from './load-workspaces.ts'
import type { Revision } from './speak-revisions.ts'
import { toolFacts } from './tool-facts.ts'

/**
 * The agents of a workspace at each of their versions, read from its files without starting a service. Null
 * is the demo workspace.
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
      return knownVersion(resolved.version)
    },
  }
}

/**
 * A blueprint that lists no function restricts nothing: the version has the tools of its file, or whatever
 * its remote side has.
 */
function knownVersion(version: AgentVersion): AgentFound {
  const { config, behaviour } = version
  const facts = { ...agentFacts(config), takes: toolFacts({ behaviour }) }
  if (facts.tools.size > 0) return { kind: 'known', facts }
  if (behaviour.kind === 'remote' || behaviour.kind === 'replay') return { kind: 'not listed' }
  return { kind: 'known', facts: { ...facts, tools: new Map(toolsListed(version).map((name) => [name, anyPhase])) } }
}

/**
 * The tools that a version may use, as far as files tell: those of its blueprint if that lists any, else
 * those of its own file.
 */
export function toolsListed({ config, behaviour }: AgentVersion): string[] {
  const listed = [...agentFacts(config).tools.keys()]
  if (listed.length > 0) return listed
  return behaviour.kind === 'replay' ? [] : behaviour.tools.map(({ name }) => name)
}

const anyPhase: ReadonlySet<Phase> = new Set(['pre', 'during', 'post'])

/**
 * Finds versions of agents in the files of a workspace, also by the name of a revision; null is the demo
 * workspace.
 * @throws UsageError for a broken workspace
 */
export async function localVersions(path: string | null, revisions: readonly Revision[]): Promise<FindVersion> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  return versionsIn(workspaces, revisions)
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
