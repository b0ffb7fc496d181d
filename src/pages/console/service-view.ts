import { type Child, element } from '../kit/element.ts'
import { empty } from './empty.ts'
import { jsonBlock } from './json-block.ts'
import type { LocalState, WorkspaceRow } from './local-state.ts'
import { type Column, table } from './table.ts'

/** What the service is set up with. */
export type ServiceFacts = Pick<LocalState, 'workspaces' | 'faults'>

type AgentRow = WorkspaceRow['agents'][number]
type ChannelRow = WorkspaceRow['channels'][number]

/** The faults that are set, since they explain much, then the workspaces with their agents and channels. */
export function buildService({ workspaces, faults }: ServiceFacts): Child[] {
  return [
    element('h2', { 'data-key': 'faults' }, 'Faults'),
    faults.length === 0
      ? element('p', { class: 'muted', 'data-key': 'none' }, 'None is set: the service answers as well as it can.')
      : element(
          'ol',
          { class: 'faults', 'data-key': 'list' },
          ...faults.map((each) => element('li', {}, jsonBlock(each))),
        ),
    workspaces.length === 0
      ? empty('No workspace is loaded.', 'Start the service with a folder that holds a workspace.yaml.')
      : null,
    ...workspaces.map(workspaceOf),
  ]
}

function workspaceOf({ name, agents, channels }: WorkspaceRow): HTMLElement {
  return element(
    'section',
    { 'data-key': `workspace ${name}` },
    element('h2', {}, `Workspace ${name}`),
    agents.length === 0
      ? empty('No agent.', 'List agents in the workspace.yaml.')
      : table(`Agents of ${name}`, agentColumns, agents, ({ agentId }) => agentId),
    channels.length === 0
      ? empty('No channel.', 'List channels in the workspace.yaml.')
      : table(`Channels of ${name}`, channelColumns, channels, ({ name: key }) => key),
  )
}

const none = (): HTMLElement => element('span', 'muted', 'none')

const agentColumns: Column<AgentRow>[] = [
  { label: 'Agent', cell: ({ name }) => name },
  { label: 'Published', cell: ({ published }) => (published === null ? none() : `v${published}`) },
  { label: 'Versions', cell: ({ versions }) => versions.map((each) => `v${each}`).join(', ') || none() },
  { label: 'Draft', cell: ({ draft }) => (draft ? 'yes' : none()) },
  { label: 'Id', cell: ({ agentId }) => element('code', {}, agentId) },
]

const channelColumns: Column<ChannelRow>[] = [
  { label: 'Channel', cell: ({ name }) => name },
  { label: 'Type', cell: ({ type }) => type },
  { label: 'Enabled', cell: ({ enabled }) => (enabled ? 'yes' : element('span', 'muted', 'no')) },
]
