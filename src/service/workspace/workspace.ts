import type { ChannelType } from '../../wire/api/channel-type.ts'
import type { Prices } from '../../wire/api/usage.ts'
import type { ModelEntries } from '../../wire/models/find-model.ts'
import type { Agent, ModuleExport, VersionedAgent } from './agent.ts'
import type { SimulatedCustomer } from './customer.ts'
import type { StatedModule } from './loading.ts'

/** Everything that one API key can reach; nothing of another workspace (Authentication). */
export interface Workspace {
  name: string
  keys: string[]
  channels: Channel[]
  agents: Agent[]
  workflows: Workflow[]
  /** The largest number of simultaneous outbound calls. */
  lines: number
  /** The number that calls come from unless the request names another or a channel (CAL-12). */
  outboundNumber: string | null
  /** The behaviour of customers who are called; others behave according to their number. */
  customers: SimulatedCustomer[]
  /** Milliseconds without a turn after which a text session is completed. */
  idleMs: number
  /** Token prices by the names of the models; left out if none has a price. */
  prices?: Prices
  /** The code that its files name. */
  modules?: readonly StatedModule[]
  /** The function that gives the state of the workspace's tools. */
  state?: ModuleExport
  /** The models that it names; an agent that comes over HTTP may use only those. */
  models?: ModelEntries
}

/** A channel as the triggers name it; numbers without a plus. */
export interface Channel {
  name: string
  type: ChannelType
  enabled: boolean
  numbers: string[]
  email: string | null
  /** The agent and version that answer unless a trigger names others (DSP-25, DSP-27). */
  agent: string | null
  version: string | null
  /** WhatsApp templates; null where the channel does not support them (DSP-11). */
  templates: MessageTemplate[] | null
}

/** An approved WhatsApp template; `{{name}}` in its text is filled from templateVariables alone (WAO-05). */
export interface MessageTemplate {
  name: string
  text: string
}

/** A workflow: its agent, and the number it calls from. */
export interface Workflow {
  workflowId: string
  agent: string
  number: string | null
}

/** A workspace with only the given members; the others have the defaults of workspace.yaml. */
export function bareWorkspace(members: Pick<Workspace, 'name' | 'keys' | 'agents'> & Partial<Workspace>): Workspace {
  return { channels: [], workflows: [], lines: 5, outboundNumber: null, customers: [], idleMs: 1_800_000, ...members }
}

/** The current workspaces of a service; a reload replaces them. */
export type Directory = ReturnType<typeof createDirectory>

export function createDirectory(workspaces: readonly Workspace[]) {
  let current = workspaces
  let edition = 1
  return {
    all: () => current,
    find: (name: string) => current.find((workspace) => workspace.name === name),
    replace(next: readonly Workspace[]): void {
      current = next
      edition += 1
    },
    /** Changes with every replacement, so that anything derived from the workspaces can be recognised as stale. */
    edition: () => edition,
  }
}

/** The version that a session ran with, by its label; undefined if a reload removed it. */
export function versionByLabel(workspace: Workspace, agentName: string, label: string): VersionedAgent | undefined {
  const agent = workspace.agents.find(({ name }) => name === agentName)
  return label === 'draft' ? (agent?.draft ?? undefined) : agent?.versions.get(Number(label))
}

/** The published agents of a workspace that have no draft: what `draftless` of `planSuite` takes. */
export function agentsWithoutDraft({ agents }: Pick<Workspace, 'agents'>): string[] {
  return agents.filter(({ draft, published }) => draft === null && published !== null).map(({ name }) => name)
}
