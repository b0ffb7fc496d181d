import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { nodeFromJson } from '../../suite/yaml/node.ts'
import type { Store } from '../store/store.ts'
import type { Agent } from './agent.ts'
import { agentShape, versionShape } from './agent-shape.ts'
import { buildAgent, buildStated } from './build-agent.ts'
import { checkFunctions } from './check-functions.ts'
import type { Loading } from './loading.ts'
import type { Workspace } from './workspace.ts'

/** Changes to agents at run time, in order; they are stored, and replayed after a restart or a reload. */
export type SavedChange =
  | { kind: 'agent'; workspace: string; stated: JsonObject }
  | { kind: 'draft'; workspace: string; agent: string; stated: JsonObject }
  /** Without a number, the draft becomes the next version; with one, that version becomes the default. */
  | { kind: 'publish'; workspace: string; agent: string; number: number | null }

/** Null if the change was made, or why it was not. */
export type ChangeRefused = { reason: string } | null

/** Changes a workspace: a draft never changes what default answers, publishing no numbered version (CHA-30). */
export function changeAgent(workspace: Workspace, change: SavedChange): ChangeRefused {
  if (change.kind === 'agent') return putAgent(workspace, change.stated)
  const agent = workspace.agents.find(({ name }) => name === change.agent)
  if (agent === undefined) return { reason: `there is no agent "${change.agent}" in the workspace ${workspace.name}` }
  return change.kind === 'draft' ? putDraft(workspace, agent, change.stated) : publish(agent, change.number)
}

/** Replays all stored changes on freshly loaded workspaces. */
export function replayChanges(store: Store, workspaces: readonly Workspace[]): void {
  for (const change of keptChanges(store)) {
    const workspace = workspaces.find(({ name }) => name === change.workspace)
    if (workspace !== undefined) changeAgent(workspace, change)
  }
}

export function saveChange(store: Store, change: SavedChange): void {
  store.keep('agent changes', [...keptChanges(store), change] as unknown as JsonObject[])
}

function keptChanges(store: Store): SavedChange[] {
  const changes = store.kept('agent changes')
  return Array.isArray(changes) ? (changes.filter(isJsonObject) as unknown as SavedChange[]) : []
}

/** Input from HTTP may use the models of the workspace, and nothing else of this machine. */
function loadingOf({ models = {} }: Workspace): Loading {
  return { texts: new Map(), problems: [], remote: true, models }
}

function putAgent(workspace: Workspace, definition: JsonObject): ChangeRefused {
  const loading = loadingOf(workspace)
  const read = agentShape.read(nodeFromJson(definition), { file: 'agent', problems: loading.problems })
  const agent = read === undefined ? undefined : buildAgent(read, { loading, path: 'agent' })
  if (read !== undefined && agent !== undefined) checkFunctions(read, agent, { loading, path: 'agent' })
  if (agent === undefined || loading.problems.length > 0) return { reason: explain(loading) }
  workspace.agents = [...workspace.agents.filter(({ name }) => name !== agent.name), agent]
  return null
}

function putDraft(workspace: Workspace, agent: Agent, definition: JsonObject): ChangeRefused {
  const loading = loadingOf(workspace)
  const read = versionShape.read(nodeFromJson(definition), { file: 'draft', problems: loading.problems })
  const next = Math.max(0, ...agent.versions.keys()) + 1
  const draft = read === undefined ? null : buildStated('draft', next, read, agent.versions, { loading, path: 'draft' })
  if (read !== undefined && draft !== null)
    checkFunctions({ versions: [], draft: read }, { ...agent, draft }, { loading, path: 'draft' })
  if (draft === null || loading.problems.length > 0) return { reason: explain(loading) }
  agent.draft = draft
  return null
}

function publish(agent: Agent, number: number | null): ChangeRefused {
  if (number !== null) {
    if (!agent.versions.has(number)) return { reason: `the agent ${agent.name} has no version ${number}` }
    agent.published = number
    return null
  }
  if (agent.draft === null) return { reason: `the agent ${agent.name} has no draft to publish` }
  const next = Math.max(0, ...agent.versions.keys()) + 1
  agent.versions.set(next, { ...agent.draft, label: String(next), number: next })
  agent.published = next
  return null
}

function explain({ problems }: Loading): string {
  return problems.map((problem) => formatProblem(problem, undefined)).join('; ')
}
