import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { insistKind } from '../../base/json/insist-kind.ts'
import { knownMembers } from '../../base/json/known-members.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { hideVariablesIn } from '../../base/secrets/environment.ts'
import { didYouMean, isTypo, suggest } from '../../base/text/suggest.ts'
import { isVersion } from '../../suite/language/version-word.ts'
import { nodeFromJson, type YamlNode } from '../../suite/yaml/node.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type Reading, refuse } from '../../suite/yaml/shape.ts'
import type { Prices } from '../../wire/api/usage.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import { type Agent, type ModuleExport, versionsOf } from './agent.ts'
import { agentShape, type StatedAgent } from './agent-shape.ts'
import { buildAgent } from './build-agent.ts'
import { buildModels, moduleAt } from './build-behaviour.ts'
import { buildServers } from './build-live-source.ts'
import { checkFunctions } from './check-functions.ts'
import { checkUnique } from './checks/check-unique.ts'
import { type AgentSource, type Loading, loadFile, loadNamed, refuseAt, shownPath } from './loading.ts'
import { withoutPlus } from './scalar-shapes.ts'
import { bareWorkspace, type Workspace } from './workspace.ts'
import { type AgentEntry, type StatedWorkspace, workspaceShape } from './workspace-shape.ts'

/**
 * A workspace, or all problems of its files. `files` are the files that were read, for watching; `besides` is the
 * workspace if nothing but the parameters of tools is wrong.
 */
export type LoadedWorkspace =
  | { ok: true; workspace: Workspace; files: string[] }
  | { ok: false; problems: Problem[]; textOf: (file: string) => string | undefined; besides?: Workspace }

/** Reads the folder of a workspace: workspace.yaml and the agent files it names. */
export function loadWorkspace(folder: string): LoadedWorkspace {
  insistKind(typeof folder === 'string', 'loadWorkspace takes the path of a folder', folder)
  const loading: Loading = { texts: new Map(), problems: [], modules: [] }
  const path = join(folder, 'workspace.yaml')
  return finish(loading, path, loadFile(loading, path, workspaceShape))
}

/**
 * Reads a workspace given as an object in the format of workspace.yaml, with agents inline or in files next
 * to `path`.
 */
export function readWorkspace(value: unknown, path: string): LoadedWorkspace {
  return readWorkspaceNode(nodeFromJson(value), path)
}

/** The same for an object that was read already. */
export function readWorkspaceNode(node: YamlNode, path: string): LoadedWorkspace {
  const loading: Loading = { texts: new Map(), problems: [], modules: [] }
  const reading = { file: shownPath(path), problems: loading.problems }
  hideVariablesIn(textsIn(node).join('\n'))
  return finish(loading, path, workspaceShape.read(node, reading))
}

function finish(loading: Loading, path: string, definition: StatedWorkspace | undefined): LoadedWorkspace {
  loading.mcpServers = buildServers(definition?.mcpServers ?? [], { loading, path })
  loading.models = buildModels(definition?.models ?? [], { loading, path })
  const state = moduleAt(definition?.state, { loading, path })
  const loaded = definition?.agents.flatMap((entry) => loadAgent(loading, path, entry) ?? []) ?? []
  const sound = loaded.map(({ agent }) => agent)
  if (definition?.agents.length === sound.length) {
    checkWorkspace(definition, sound, { file: shownPath(path), problems: loading.problems })
    for (const each of loaded) checkHandoffs(each, sound)
  }
  for (const text of loading.texts.values()) hideVariablesIn(text)
  const { models, problems, texts, modules = [] } = loading
  const broken = { ok: false as const, problems, textOf: (file: string) => texts.get(file) }
  if (
    definition === undefined ||
    sound.length < definition.agents.length ||
    problems.some(({ code }) => code !== 'bad-schema')
  )
    return broken
  const workspace = { ...toWorkspace(definition, sound, models, state), modules }
  return problems.length > 0 ? { ...broken, besides: workspace } : { ok: true, workspace, files: [...texts.keys()] }
}

interface LoadedAgent {
  agent: Agent
  stated: StatedAgent
  source: AgentSource
}

function loadAgent(loading: Loading, workspacePath: string, entry: AgentEntry): LoadedAgent | undefined {
  const path = entry.kind === 'inline' ? workspacePath : resolve(workspacePath, '..', entry.path)
  const content =
    entry.kind === 'inline' ? '' : loadNamed({ loading, path: workspacePath }, { value: entry.path, at: entry.at })
  if (content === undefined) return undefined
  const definition = entry.kind === 'inline' ? entry.stated : loadFile(loading, path, agentShape, content)
  if (definition === undefined) return undefined
  const source = { loading, path }
  const agent = buildAgent(definition, source)
  checkFunctions(definition, agent, source)
  return { agent, stated: definition, source }
}

/** Refuses slips of names of this workspace under `hands off to`; any other name may be a person's. */
function checkHandoffs({ stated: { versions, draft }, source }: LoadedAgent, agents: readonly Agent[]): void {
  const names = agents.map(({ name }) => name)
  for (const { handsOffTo } of [...versions.map(({ value }) => value), ...(draft === undefined ? [] : [draft])])
    for (const name of handsOffTo?.value ?? [])
      if (!names.includes(name) && names.some((each) => isTypo(name, each)))
        refuseAt(source, handsOffTo, `there is no agent "${name}" in this workspace`, didYouMean(name, names))
}

function toWorkspace(
  { name, keys, channels = [], workflows = [], lines, outboundNumber, customers, idleMs }: StatedWorkspace,
  agents: Agent[],
  models: ModelEntries,
  state: ModuleExport | undefined,
): Workspace {
  const prices = pricesOf(models, agents)
  const calling = channels.find(({ channel }) => channel.enabled && channel.type === 'outboundSipTrunk')?.channel
  return {
    ...bareWorkspace({ name, keys, agents, ...knownMembers({ lines, customers, idleMs, state }) }),
    channels: channels.map(({ channel }) => channel),
    workflows: workflows.map(({ id, agent, number }) => ({
      workflowId: id,
      agent: agent.value,
      number: number === undefined ? null : withoutPlus(number),
    })),
    outboundNumber: outboundNumber === undefined ? (calling?.numbers[0] ?? null) : withoutPlus(outboundNumber),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
    ...(Object.keys(models).length === 0 ? {} : { models }),
  }
}

/** Checks the parts of a workspace against each other: names they refer to must exist, and names must be unique. */
function checkWorkspace(definition: StatedWorkspace, agents: readonly Agent[], reading: Reading): void {
  const { channels = [], workflows = [] } = definition
  for (const { agent, version } of channels) {
    if (agent !== undefined) checkAgent(agent, agents, reading)
    if (version !== undefined && !isVersion(version.value))
      refuse(reading, 'wrong-value', version.at, `"${version.value}" is no version`, 'write default, draft or a number')
  }
  for (const { agent } of workflows) checkAgent(agent, agents, reading)
  const placed = definition.agents.flatMap(({ at }, index) => {
    const agent = agents[index]
    return agent === undefined ? [] : [{ agent, at }]
  })
  const unique = {
    channel: channels.map(({ at, channel }) => ({ value: channel.name, at })),
    workflow: workflows.map(({ at, id }) => ({ value: id, at })),
    agent: placed.map(({ agent, at }) => ({ value: agent.name, at })),
    'agent id': placed.map(({ agent, at }) => ({ value: agent.agentId, at })),
  }
  for (const [what, names] of Object.entries(unique)) checkUnique(names, what, reading)
}

function checkAgent({ value, at }: WithPlace<string>, agents: readonly Agent[], reading: Reading): void {
  const names = agents.map(({ name }) => name)
  if (names.includes(value)) return
  const near = suggest(value, names)
  const hint = near === undefined ? `the agents are ${names.join(', ')}` : `did you mean "${near}"?`
  refuse(reading, 'wrong-value', at, `there is no agent "${value}" in this workspace`, hint)
}

/** The folder of the demo workspace that comes with the package, for `loadWorkspace`. */
export const demoWorkspace: string = fileURLToPath(new URL('fixtures/workspace', packageFolder))

/** A workspace's prices by the names of usage: entries of `models:`, their models, and those of versions. */
function pricesOf(entries: ModelEntries, agents: readonly Agent[]): Prices {
  const priced = Object.entries(entries).flatMap(([name, { use, price }]) =>
    price === undefined ? [] : [{ name, use, price }],
  )
  const own = agents.flatMap((agent) =>
    versionsOf(agent).flatMap(({ behaviour }) => {
      const match = behaviour.kind === 'model' ? findModel(behaviour.model, behaviour.models) : null
      const price = match?.ok === true ? match.plan.settings.price : undefined
      return match?.ok === true && price !== undefined ? [[match.plan.name, price] as const] : []
    }),
  )
  return Object.fromEntries([
    ...priced.map(({ use, price }) => [use, price] as const),
    ...own,
    ...priced.map(({ name, price }) => [name, price] as const),
  ])
}
