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
export async function sketchAgents(settled: RunSettled, named: readonly string[]): Promise<AgentSketches> {
  const version = settled.versions[0] ?? 'default'
  return settled.target === null
    ? sketchLocal(settled, named, version)
    : sketchListed(settled, settled.target, named, version)
}

async function sketchLocal(
  { workspace, revisions }: RunSettled,
  named: readonly string[],
  version: string,
): Promise<AgentSketches> {
  const { workspaces } = await loadWorkspaces(workspace === null ? [] : [workspace], revisions, {
    sendsNothing: true,
  })
  const find = versionsIn(workspaces, revisions)
  const [own] = workspaces
  const agents = named.length > 0 ? named : (own?.agents ?? []).map(({ name }) => name)
  const [sketches, unknown]: [AgentSketch[], AgentSketches['unknown']] = [[], []]
  for (const agent of agents) {
    const found = find(agent, version)
    if (found === undefined) unknown.push({ agent, reason: whyMissing(workspaces, agent, version) })
    else if (found.behaviour.kind === 'replay') unknown.push({ agent, reason: 'it replays recordings: import those' })
    else sketches.push(sketchVersion(agent, version, found))
  }
  const whose = workspace === null ? ': the demo of Tableread, since no config names another' : ''
  return { source: `the workspace ${own?.name ?? ''}${whose}`, sketches, unknown }
}

function whyMissing(workspaces: readonly Workspace[], agent: string, version: string): string {
  const found = agentsIn(workspaces, []).find(agent, version)
  if (found.kind === 'no version') return found.reason
  return found.kind === 'no agent' ? `the workspace has no such agent; it has ${found.names.join(', ')}` : found.kind
}

function sketchVersion(agent: string, version: string, { behaviour, config }: VersionedAgent): AgentSketch {
  const sketch = sketchBlueprint(agent, version, config)
  const tools = behaviour.kind === 'replay' ? [] : behaviour.tools
  const listed = sketch.tools.filter(({ name }) => tools.every((tool) => tool.name !== name))
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
  return { ...sketch, tools: [...described, ...listed] }
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
  settled: RunSettled,
  url: string,
  named: readonly string[],
  version: string,
): Promise<AgentSketches> {
  const target = await openTarget(settled)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settled.timeLimitMs })
    const nothing = { source: url, sketches: [] }
    if (!answer.ok) {
      const reason = describeUnlisted(url, answer.failure)
      return { ...nothing, unknown: (named.length > 0 ? named : ['all agents']).map((agent) => ({ agent, reason })) }
    }
    const { agents } = answer.data
    const asked = named.length > 0 ? named : unique(agents.map(({ agentId }) => agentId))
    const found = asked.map((agent) => ({
      agent,
      blueprint: agents.find(
        (each) => each.agentId === agent && (version === 'default' || String(each.version.number) === version),
      ),
    }))
    return {
      source: url,
      sketches: found.flatMap(({ agent, blueprint }) =>
        blueprint === undefined ? [] : [sketchBlueprint(agent, version, blueprint.config)],
      ),
      unknown: found.flatMap(({ agent, blueprint }) =>
        blueprint === undefined
          ? [{ agent, reason: `the service lists no agent with this name as its agentId at ${version}` }]
          : [],
      ),
    }
  } finally {
    await target.close()
  }
}
