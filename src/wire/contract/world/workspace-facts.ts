import type { ChannelType } from '../../api/session.ts'

/** What is known of a workspace before anything is sent: what requests are drawn from and judged by. No key is part of it. */
export interface WorkspaceFacts {
  name: string
  agents: AgentFacts[]
  channels: ChannelFacts[]
  workflows: WorkflowFacts[]
  /** How many outbound calls can be on the line at once; null when unknown. */
  lines: number | null
}

/** An agent by the name that triggers use. */
export interface AgentFacts {
  name: string
  /** Its id in the blueprint listing; null when unknown. */
  agentId: string | null
  /** The numbers of its versions. */
  versions: number[]
  /** The number of the published version. */
  published: number | null
  /** Whether a draft was saved. */
  draft: boolean
  /** Messages that make it show many kinds of entries and items. */
  messages: string[]
  /** A message that makes it say the `additionalContext` it was given; null when there is none. */
  repeatsContext: string | null
  /** A message after which it ends the session; null when there is none. */
  ends: string | null
  /** A variable that its opening message holds as `${name}`; null when there is none. */
  greetsWith: string | null
}

/** A channel by its exact name. Numbers are without a plus. */
export interface ChannelFacts {
  name: string
  type: ChannelType
  enabled: boolean
  numbers: string[]
  email: string | null
  agent: string | null
  version: string | null
  /** Names of approved WhatsApp templates; null where the channel supports none. */
  templates: string[] | null
}

/** A workflow, the agent it runs and the number it calls from. */
export interface WorkflowFacts {
  workflowId: string
  agent: string
  number: string | null
}
