import { join, resolve } from 'node:path'
import { nodeFromJson } from '../../suite/yaml/node-from-json.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { Agent } from './agent.ts'
import { agentShape } from './agent-shape.ts'
import { buildAgent } from './build-agent.ts'
import { checkWorkspace } from './check-workspace.ts'
import { type Loading, loadFile, shownPath } from './loading.ts'
import { withoutPlus } from './phone-number.ts'
import type { Workspace } from './workspace.ts'
import { type AgentEntry, type StatedWorkspace, workspaceShape } from './workspace-shape.ts'

/** A workspace, or all problems of its files. `files` are those that were read, for watching. */
export type LoadedWorkspace =
  | { ok: true; workspace: Workspace; files: string[] }
  | { ok: false; problems: Problem[]; textOf: (file: string) => string | undefined }

/** Reads the folder of a workspace: workspace.yaml and the agent files it names. */
export function loadWorkspace(folder: string): LoadedWorkspace {
  const loading: Loading = { texts: new Map(), problems: [] }
  const path = join(folder, 'workspace.yaml')
  return finish(loading, path, loadFile(loading, path, workspaceShape))
}

/**
 * Reads a workspace given as an object in the format of workspace.yaml, with agents inline or in files next to `path`.
 */
export function readWorkspace(value: unknown, path: string): LoadedWorkspace {
  const loading: Loading = { texts: new Map(), problems: [] }
  const reading = { file: shownPath(path), problems: loading.problems }
  return finish(loading, path, workspaceShape.read(nodeFromJson(value), reading))
}

function finish(loading: Loading, path: string, stated: StatedWorkspace | undefined): LoadedWorkspace {
  const agents = stated?.agents.map((entry) => loadAgent(loading, path, entry)) ?? []
  const sound = agents.filter((agent) => agent !== undefined)
  if (stated !== undefined && sound.length === agents.length)
    checkWorkspace(stated, sound, { file: shownPath(path), problems: loading.problems })
  if (stated === undefined || loading.problems.length > 0)
    return { ok: false, problems: loading.problems, textOf: (file) => loading.texts.get(file) }
  return { ok: true, workspace: toWorkspace(stated, sound), files: [...loading.texts.keys()] }
}

function loadAgent(loading: Loading, workspacePath: string, entry: AgentEntry): Agent | undefined {
  if (entry.kind === 'inline') return buildAgent(entry.stated, { loading, path: workspacePath })
  const path = resolve(workspacePath, '..', entry.path)
  const stated = loadFile(loading, path, agentShape)
  return stated === undefined ? undefined : buildAgent(stated, { loading, path })
}

function toWorkspace(stated: StatedWorkspace, agents: Agent[]): Workspace {
  const {
    name,
    keys,
    channels = [],
    workflows = [],
    lines = 5,
    outboundNumber,
    customers = [],
    idleMs = 1_800_000,
  } = stated
  const calling = channels.find(({ channel }) => channel.enabled && channel.type === 'outboundSipTrunk')?.channel
  return {
    name,
    keys,
    agents,
    channels: channels.map(({ channel }) => channel),
    workflows: workflows.map(({ id, agent, number }) => ({
      workflowId: id,
      agent: agent.value,
      number: number === undefined ? null : withoutPlus(number),
    })),
    lines,
    outboundNumber: outboundNumber === undefined ? (calling?.numbers[0] ?? null) : withoutPlus(outboundNumber),
    customers,
    idleMs,
  }
}
