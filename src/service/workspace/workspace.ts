import type { ChannelType } from '../../wire/api/session.ts'
import type { Agent } from './agent.ts'
import type { Customer } from './customer.ts'

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
  customers: Customer[]
  /** Milliseconds without a turn after which a text session is completed. */
  idleMs: number
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
  templates: Template[] | null
}

/** An approved WhatsApp template; `{{name}}` in its text is filled from templateVariables alone (WAO-05). */
export interface Template {
  name: string
  text: string
}

/** A workflow: its agent, and the number it calls from. */
export interface Workflow {
  workflowId: string
  agent: string
  number: string | null
}
