import { unique } from '../../base/group-by.ts'
import type { AgentSketch } from '../../engine/grid/agent-sketch.ts'
import type { VersionedAgent } from '../../service/workspace/agent.ts'
import { phaseOf } from '../../service/workspace/agent.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import type { CallPhase } from '../../suite/language/expectations/call-expectation.ts'
import { compileSchema } from '../../suite/language/matchers/json-schema.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import { agentFacts } from '../agents/listed-agents.ts'
import { loadWorkspaces, versionsIn } from '../agents/load-workspaces.ts'
import { agentsIn } from '../agents/local-agents.ts'
import type { RunSettled } from '../config/settings.ts'
import { describeUnlisted } from './load-shown-blueprints.ts'
import { promptsIn } from './prompts.ts'
import { openTarget } from './target.ts'

export interface AgentSketches {
  source: string
  sketches: AgentSketch[]
  unknown: { agent: string; reason: string }[]
}

/** All of the workspace where none is named; a service lists only names of tools. @throws UsageError as `openTarget` */
export async function sketchAgents(settings: RunSettled, agentNames: readonly string[]): Promise<AgentSketches> {
  const version = settings.versions[0] ?? 'default'
  return settings.target === null
    ? sketchLocal(settings, agentNames, version)
    : sketchListed(settings, settings.target, agentNames, version)
}

async function sketchLocal(
  { workspace, revisions }: RunSettled,
  agentNames: readonly string[],
  version: string,
): Promise<AgentSketches> {
  const { workspaces } = await loadWorkspaces(workspace === null ? [] : [workspace], revisions, {
    sendsNothing: true,
  })
  const find = versionsIn(workspaces, revisions)
  const [own] = workspaces
  const agents = agentNames.length > 0 ? agentNames : (own?.agents ?? []).map(({ name }) => name)
  const [sketches, unknown]: [AgentSketch[], AgentSketches['unknown']] = [[], []]
  for (const agent of agents) {
    const agentVersion = find(agent, version)
    if (agentVersion === undefined) unknown.push({ agent, reason: whyMissing(workspaces, agent, version) })
    else if (agentVersion.behaviour.kind === 'replay')
      unknown.push({ agent, reason: 'it replays recordings: import those' })
    else sketches.push(sketchVersion(agent, version, agentVersion))
  }
  const whose = workspace === null ? ': the demo of Tableread, since no config names another' : ''
  return { source: `the workspace ${own?.name ?? ''}${whose}`, sketches, unknown }
}

function whyMissing(workspaces: readonly Workspace[], agent: string, version: string): string {
  const lookup = agentsIn(workspaces, []).find(agent, version)
  if (lookup.kind === 'no version') return lookup.reason
  return lookup.kind === 'no agent' ? `the workspace has no such agent; it has ${lookup.names.join(', ')}` : lookup.kind
}

function sketchVersion(agent: string, version: string, { behaviour, config }: VersionedAgent): AgentSketch {
  const sketch = sketchBlueprint(agent, version, config)
  const tools = behaviour.kind === 'replay' ? [] : behaviour.tools
  const otherTools = sketch.tools.filter(({ name }) => tools.every((tool) => tool.name !== name))
  const described = tools.flatMap((tool) => {
    const { name, description, parameters, cases, source, unfilled } = tool
    const own = sketch.tools.find((each) => each.name === name)?.phases
    const phase = phaseOf(tool, config.functionSettings)
    const phases = own ?? (phase === null ? [] : [phase])
    const samples = source === undefined && unfilled !== true ? cases : []
    const schema = compileSchema(parameters)
    const flaw = schema.ok ? {} : { flaw: `its parameters are no JSON Schema: ${schema.reason}` }
    return phases.length === 0 ? [] : [{ name, phases, description, parameters, samples, ...flaw }]
  })
  return { ...sketch, tools: [...described, ...otherTools] }
}

function sketchBlueprint(agent: string, version: string, config: BlueprintConfig): AgentSketch {
  const { tools, handsOffTo, prompted = [] } = agentFacts(config)
  const declared = config.dynamicVariablesConfig.map(({ name, description }) => ({ name, description }))
  const others = unique(prompted).filter((name) => declared.every((each) => each.name !== name))
  return {
    ...{ agent, version, prompts: promptsIn(config), opening: config.agentInstructions.initialMessage.messageContent },
    tools: [...tools].map(([name, phases]) => ({
      ...{ name, phases: [...phases] as CallPhase[], description: '', parameters: {}, samples: [] },
    })),
    variables: [...declared, ...others.map((name) => ({ name, description: '' }))],
    handsOffTo: unique(handsOffTo.map((each) => each.agent)),
  }
}

async function sketchListed(
  settings: RunSettled,
  url: string,
  agentNames: readonly string[],
  version: string,
): Promise<AgentSketches> {
  const target = await openTarget(settings)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settings.timeLimitMs })
    const nothing = { source: url, sketches: [] }
    if (!answer.ok) {
      const reason = describeUnlisted(url, answer.failure)
      return {
        ...nothing,
        unknown: (agentNames.length > 0 ? agentNames : ['all agents']).map((agent) => ({ agent, reason })),
      }
    }
    const { agents } = answer.data
    const names = agentNames.length > 0 ? agentNames : unique(agents.map(({ agentId }) => agentId))
    const pairs = names.map((agent) => ({
      agent,
      blueprint: agents.find(
        (each) => each.agentId === agent && (version === 'default' || String(each.version.number) === version),
      ),
    }))
    return {
      source: url,
      sketches: pairs.flatMap(({ agent, blueprint }) =>
        blueprint === undefined ? [] : [sketchBlueprint(agent, version, blueprint.config)],
      ),
      unknown: pairs.flatMap(({ agent, blueprint }) =>
        blueprint === undefined
          ? [{ agent, reason: `the service lists no agent with this name as its agentId at ${version}` }]
          : [],
      ),
    }
  } finally {
    await target.close()
  }
}
