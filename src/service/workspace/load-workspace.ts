import { join, resolve } from 'node:path'
import { channelTypes } from '../../api/session.ts'
import { list } from '../../grammar/list.ts'
import type { Problem } from '../../grammar/problem.ts'
import { optional, record, required } from '../../grammar/record.ts'
import { flag, text, word } from '../../grammar/scalar.ts'
import { loadAgent } from './load-agent.ts'
import { type Loading, loadFile } from './loading.ts'
import type { Workspace } from './workspace.ts'

/** A workspace, or everything that is wrong with its files. */
export type LoadedWorkspace =
  | { ok: true; workspace: Workspace }
  | { ok: false; problems: Problem[]; textOf: (file: string) => string | undefined }

const workspaceShape = record('a workspace', {
  name: required('workspace', text, 'The name of the workspace.'),
  keys: required('keys', list('keys', text, 1), 'API keys that open it.'),
  channels: optional(
    'channels',
    list(
      'channels',
      record('a channel', {
        name: required('name', text, 'The name that triggers use.'),
        type: required('type', word(channelTypes), 'The type of channel.'),
        enabled: optional('enabled', flag, 'false: as if it were not there.'),
      }),
    ),
    'The channels.',
  ),
  workflows: optional(
    'workflows',
    list(
      'workflows',
      record('a workflow', {
        id: required('id', text, 'The id of the workflow.'),
        agent: required('agent', text, 'The agent it runs.'),
      }),
    ),
    'The workflows.',
  ),
  agents: required('agents', list('files', text, 1), 'The files of its agents, beside this one.'),
})

/** Reads the folder of a workspace: workspace.yaml and the agent files it names. */
export function loadWorkspace(folder: string): LoadedWorkspace {
  const loading: Loading = { texts: new Map(), problems: [] }
  const stated = loadFile(loading, join(folder, 'workspace.yaml'), workspaceShape)
  const agents = stated?.agents.flatMap((file) => loadAgent(loading, resolve(folder, file)) ?? []) ?? []
  if (stated === undefined || loading.problems.length > 0)
    return { ok: false, problems: loading.problems, textOf: (file) => loading.texts.get(file) }
  const { name, keys, channels = [], workflows = [] } = stated
  return {
    ok: true,
    workspace: {
      name,
      keys,
      agents,
      channels: channels.map((channel) => ({
        name: channel.name,
        type: channel.type,
        enabled: channel.enabled ?? true,
      })),
      workflows: workflows.map(({ id, agent }) => ({ workflowId: id, agent })),
    },
  }
}
