import { claims } from '../../suite/language/claims.ts'
import { agentName, versionName } from '../../suite/language/matchers/fixed-text.ts'
import { modelsShape } from '../../suite/language/model-shape.ts'
import { dictionary, list, oneOrMore } from '../../suite/yaml/collections.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, text, wholeNumber, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type ReadOf, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { channelTypes } from '../../wire/api/channel-type.ts'
import { agentShape, type StatedAgent } from './agent-shape.ts'
import { callOutcomes, type SimulatedCustomer, usualCustomer } from './customer.ts'
import { serversShape } from './live-tool-shape.ts'
import { mappingOr, milliseconds, phoneNumber, withoutPlus } from './scalar-shapes.ts'
import type { Channel } from './workspace.ts'

const channelRecord = record('a channel', {
  name: required(text, 'The name that triggers use.'),
  type: required(word(channelTypes), 'The type of channel.'),
  enabled: optional(flag, 'false: as if it were not there.'),
  numbers: optional(list('numbers', phoneNumber), 'The phone numbers that messages or calls come from.'),
  email: optional(text, 'The address that emails come from.'),
  agent: optional(withPlace(agentName), 'The agent that answers unless a trigger names another.'),
  version: optional(withPlace(versionName), 'Its version: default, draft or a number.'),
  templates: optional(
    dictionary('templates', text),
    'The approved WhatsApp templates by name, with {{placeholders}}; without this key the channel supports none.',
  ),
})

/** A channel as stated in its file, with the places of names that must exist elsewhere. */
interface StatedChannel extends Pick<ReadOf<typeof channelRecord>, 'at' | 'agent' | 'version'> {
  channel: Channel
}

const channelShape: Shape<StatedChannel> = withCheck(channelRecord, (read) => {
  const { at, name, type, enabled = true, numbers = [], email = null, agent, version, templates } = read
  const channel: Channel = {
    name,
    type,
    enabled,
    numbers: numbers.map(withoutPlus),
    email,
    agent: agent?.value ?? null,
    version: version?.value ?? null,
    templates: templates?.map((template) => ({ name: template.name, text: template.value })) ?? null,
  }
  return { at, channel, ...(agent === undefined ? {} : { agent }), ...(version === undefined ? {} : { version }) }
})

/** An agent of a workspace: the name of its file, or the agent itself. */
export type AgentEntry = { kind: 'file'; path: string; at: Place } | { kind: 'inline'; stated: StatedAgent; at: Place }

const customerRecord = record('a customer', {
  number: required(phoneNumber, 'The number that calls reach.'),
  name: optional(text, 'The name that sessions show.'),
  outcomes: optional('calls', oneOrMore('outcomes', word(callOutcomes)), 'What becomes of each attempt to call.'),
  says: optional(list('texts', text), 'What the customer says in a call, turn by turn.'),
  afterwards: optional(word(['hangs up', 'stays silent']), 'What happens after the last of it.'),
})

const customerShape: Shape<SimulatedCustomer> = withCheck(customerRecord, ({ at: _, ...read }) => ({
  ...usualCustomer,
  ...read,
  number: withoutPlus(read.number),
}))

const agentEntry: Shape<AgentEntry> = mappingOr(
  withCheck(text, (path, _, { at }) => ({ kind: 'file' as const, path, at })),
  withCheck(agentShape, (definition, _, { at }) => ({ kind: 'inline' as const, stated: definition, at })),
)

export const workspaceShape = record('a workspace', {
  name: required('workspace', text, 'The name of the workspace.'),
  keys: required(list('keys', text, 1), 'API keys that open it.'),
  channels: optional(list('channels', channelShape), 'The channels.'),
  workflows: optional(
    list(
      'workflows',
      record('a workflow', {
        id: required(text, 'The id of the workflow.'),
        agent: required(withPlace(agentName), 'The agent it runs.'),
        number: optional(phoneNumber, 'The number it calls from.'),
      }),
    ),
    'The workflows.',
  ),
  agents: required(list('agents', agentEntry, 1), 'The files of its agents, beside this one.'),
  lines: optional(wholeNumber(1), 'How many outbound calls can be on the line at once (default: 5).'),
  outboundNumber: optional('outbound number', phoneNumber, 'The number that calls come from.'),
  customers: optional(list('customers', customerShape), 'How customers behave that calls reach.'),
  models: optional(modelsShape, 'The models that versions of agents use, by name.'),
  mcpServers: optional('mcp servers', serversShape, 'The MCP servers that tools of agents ask, by name.'),
  state: optional(withPlace(text), 'A function that gives the state of its tools as JSON: ./tools.ts#state.'),
  claims: optional(
    claims,
    'Words of agents that say something is done, and the tool that has to have done it; held by runs, as in a suite.',
  ),
  idleMs: optional('idle', milliseconds, 'How long a text session may rest before it is completed (default: 1800 s).'),
})

export interface StatedWorkspace extends Omit<ReadOf<typeof workspaceShape>, 'at'> {}
