import type { ChannelType } from '../../api/session.ts'
import type { Agent } from './agent.ts'

/** Everything that one API key can reach; nothing of another workspace (Authentication). */
export interface Workspace {
  name: string
  keys: string[]
  channels: Channel[]
  agents: Agent[]
  workflows: { workflowId: string; agent: string }[]
}

/** A channel as the chat trigger names it. */
export interface Channel {
  name: string
  type: ChannelType
  enabled: boolean
}
