import { list, oneOrMore } from '../../suite/yaml/list.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { placed, text, wholeNumber, word } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { agentShape, type StatedAgent } from './agent-shape.ts'
import { channelShape, type StatedChannel } from './channel-shape.ts'
import { type Customer, callOutcomes } from './customer.ts'
import { milliseconds } from './milliseconds.ts'
import { withoutPlus } from './phone-number.ts'
import { phoneNumber } from './phone-number-shape.ts'

/** An agent of a workspace: the name of its file, or the agent itself. */
export type AgentEntry = { kind: 'file'; path: string; at: Place } | { kind: 'inline'; stated: StatedAgent; at: Place }

const shape = record('a customer', {
  number: required('number', phoneNumber, 'The number that calls reach.'),
  name: optional('name', text, 'The name that sessions show.'),
  outcomes: optional('calls', oneOrMore('outcomes', word(callOutcomes)), 'What becomes of each attempt to call.'),
  says: optional('says', list('texts', text), 'What the customer says in a call, turn by turn.'),
  afterwards: optional('afterwards', word(['hangs up', 'stays silent']), 'What happens after the last of it.'),
})

/** The behaviour of one customer when called. */
const customerShape: Shape<Customer> = {
  read(node, reading) {
    const read = shape.read(node, reading)
    if (read === undefined) return undefined
    const {
      number,
      name = null,
      outcomes = ['answers'],
      says = ['Hello?', 'Thank you, goodbye.'],
      afterwards = 'hangs up',
    } = read
    return { number: withoutPlus(number), name, outcomes: [...outcomes], says, afterwards }
  },
  schema: (definitions) => shape.schema(definitions),
}

const agentEntry: Shape<AgentEntry> = {
  read(node: YamlNode, reading) {
    if (node.kind === 'map') {
      const stated = agentShape.read(node, reading)
      return stated === undefined ? undefined : { kind: 'inline', stated, at: node.at }
    }
    const path = text.read(node, reading)
    return path === undefined ? undefined : { kind: 'file', path, at: node.at }
  },
  schema: (definitions) => ({ anyOf: [text.schema(definitions), agentShape.schema(definitions)] }),
}

const fields = {
  name: required('workspace', text, 'The name of the workspace.'),
  keys: required('keys', list('keys', text, 1), 'API keys that open it.'),
  channels: optional('channels', list('channels', channelShape), 'The channels.'),
  workflows: optional(
    'workflows',
    list(
      'workflows',
      record('a workflow', {
        id: required('id', text, 'The id of the workflow.'),
        agent: required('agent', placed(text), 'The agent it runs.'),
        number: optional('number', phoneNumber, 'The number it calls from.'),
      }),
    ),
    'The workflows.',
  ),
  agents: required('agents', list('agents', agentEntry, 1), 'The files of its agents, beside this one.'),
  lines: optional('lines', wholeNumber(1), 'How many outbound calls can be on the line at once (default: 5).'),
  outboundNumber: optional('outbound number', phoneNumber, 'The number that calls come from.'),
  customers: optional('customers', list('customers', customerShape), 'How customers behave that calls reach.'),
  idleMs: optional('idle', milliseconds, 'How long a text session may rest before it is completed (default: 1800 s).'),
}

/** A workspace as stated in its file. */
export interface StatedWorkspace {
  name: string
  keys: string[]
  channels?: StatedChannel[]
  workflows?: { id: string; agent: Placed<string>; number?: string; at: Place }[]
  agents: AgentEntry[]
  lines?: number
  outboundNumber?: string
  customers?: Customer[]
  idleMs?: number
}

/** The file workspace.yaml. */
export const workspaceShape: Shape<StatedWorkspace> = record('a workspace', fields)
