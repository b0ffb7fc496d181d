import type { JsonObject } from '../../base/json/json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { type BlueprintSources, seeBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import { type AgentState, findDifferences, type StateDifference } from '../../compare/changed/find-differences.ts'
import type { ChangeCandidate } from '../../compare/changed/select-changed.ts'
import { phaseOf, type VersionedAgent } from '../../service/workspace/agent.ts'
import type { FindVersion } from '../agents/load-workspaces.ts'
import { isInFiles, reachedFrom } from './agent-prints.ts'

type AgentDifferences = Pick<ChangeCandidate, 'differences' | 'known'>

interface AgentAt {
  agent: string
  version: string
}

/** What differs between two versions, and whose differences that covers; anything that cannot be seen differs. */
export function differencesOf(
  a: AgentAt,
  b: AgentAt,
  local: FindVersion | null,
  sources: BlueprintSources | null,
): AgentDifferences {
  const agentNames = new Set([toNormalForm(a.agent, 'NFC')])
  const all = (what: string) => ({ differences: [{ what, touches: null }], known: agentNames })
  if (a.agent !== b.agent) return all(`the agent: ${a.agent} and ${b.agent}`)
  if (local !== null) return localDifferences(a, b, local)
  const [one, other] = [a, b].map(({ agent, version }) =>
    seeBlueprint(agent, version, sources ?? { listed: null, findKept: () => null }),
  )
  for (const sight of [one, other]) if (sight?.kind !== 'seen') return all(sight?.reason ?? 'an agent that is not seen')
  if (one?.kind !== 'seen' || other?.kind !== 'seen') return all('an agent that is not seen')
  if (one.label === other.label) return { differences: [], known: agentNames }
  const differences = findDifferences(stateOfBlueprint(one.config), stateOfBlueprint(other.config))
  const handsOver = [one, other].some(
    ({ config: { agentsList } }) => Array.isArray(agentsList) && agentsList.length > 0,
  )
  if (handsOver) return all('the agents that it hands over to, of which the service does not show the versions')
  return differences.length === 0
    ? all('nothing that the service shows, though they are two versions')
    : { differences, known: agentNames }
}

function localDifferences(a: AgentAt, b: AgentAt, find: FindVersion): AgentDifferences {
  const [before, after] = [a, b].map(({ agent, version }) => reachedFrom(find, agent, version))
  const reached = [...(before ?? []), ...(after ?? [])]
  const agentNames = new Set(reached.map(({ name }) => toNormalForm(name, 'NFC')))
  const hidden = reached.find(({ version }) => !isInFiles(version))
  if (hidden !== undefined)
    return {
      differences: [{ what: `what runs outside of the files of ${hidden.name}`, touches: null }],
      known: agentNames,
    }
  const names = [...new Set(reached.map(({ name }) => name))]
  const differences = names.flatMap((name): StateDifference[] => {
    const [own = [], other = []] = [before, after].map((some = []) => some.filter((each) => each.name === name))
    const [one, two] = [own[0]?.version, other[0]?.version]
    if (own.length === 1 && other.length === 1 && one !== undefined && two !== undefined)
      return one === two ? [] : findDifferences(stateOfVersion(one), stateOfVersion(two))
    return [{ what: `the agent ${name}, at other versions`, touches: null }]
  })
  return { differences, known: agentNames }
}

function stateOfBlueprint(config: JsonObject): AgentState {
  return { config, tools: new Map(), always: [], rest: null }
}

function stateOfVersion({ config, behaviour }: VersionedAgent): AgentState {
  const blueprint = config as unknown as JsonObject
  if (behaviour.kind === 'replay') return { config: blueprint, tools: new Map(), always: [], rest: behaviour }
  const { tools, ...rest } = behaviour
  const steps = [...behaviour.before, ...behaviour.after].flatMap((step) => (step.kind === 'call' ? [step.name] : []))
  const always = tools
    .filter((tool) => ['pre', 'post'].includes(phaseOf(tool, config.functionSettings) ?? ''))
    .map(({ name }) => name)
  return {
    config: blueprint,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    always: [...always, ...steps],
    rest,
  }
}
