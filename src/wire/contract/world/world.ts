import type { JsonObject } from '../../../base/json/json.ts'
import type { ChannelType } from '../../api/channel-type.ts'
import type { Transport } from '../../client/transport.ts'
import type { ContractExchange } from './outcome.ts'

/** A session created before the run, so that requests can name it. */
export interface KnownSession {
  id: string
  workspace: 'own' | 'other'
  kind: 'inline' | 'completed' | 'whatsapp' | 'email' | 'call'
  agent: string
}

/** A subject with the sessions that requests can name. */
export interface World {
  subject: Subject
  sessions: KnownSession[]
  /** Called with every exchange. */
  watch(exchange: ContractExchange): void
}

export function sessionsOf(world: World, workspace: KnownSession['workspace'], kind: KnownSession['kind']): string[] {
  return world.sessions.filter((each) => each.workspace === workspace && each.kind === kind).map(({ id }) => id)
}

export function talkers({ subject }: World): AgentFacts[] {
  return subject.own.agents.filter(({ published }) => published !== null)
}

/** The channels that calls can come from. */
export function linesOf({ channels }: WorkspaceFacts): ChannelFacts[] {
  return channels.filter(({ type, enabled, numbers }) => enabled && type === 'outboundSipTrunk' && numbers.length > 0)
}

export function flowsOf({ subject }: World): string[] {
  return subject.own.workflows.map(({ workflowId }) => workflowId)
}

/** A service under test: how to reach it, and everything that is known about it. */
export interface Subject {
  /** As reports and the ledger name it, for example `local` or an origin. */
  name: string
  hosts: { base: string; workflow: string }
  /** Headers that something before it needs; they never enter a report. */
  headers: Readonly<Record<string, string>>
  /** The keys of both workspaces; they never enter a report. */
  keys: { own: string; other: string | null }
  own: WorkspaceFacts
  /** A second workspace for the rules about isolation; null if there is none. */
  other: WorkspaceFacts | null
  /** Sends one request. A guard below it may refuse with a TransportError of kind `blocked`. */
  send: Transport
  /** `everything`: reaches nobody. `inline only`: real people; drawn harmless, and what is blocked is not run. */
  reach: 'everything' | 'inline only'
  /** The controls of a local service, beyond the interface; null for any other service. */
  control: Control | null
}

export interface Control {
  /** Deletes everything and sets the clock, in milliseconds, so that every run starts in the same state. */
  restart(now: number): Promise<void>
  /** The current time of the clock, in milliseconds. */
  now(): Promise<number>
  /** Moves the clock to an instant in milliseconds; what comes due on the way happens. */
  moveTo(instant: number): Promise<void>
  /** The messages to customers, sent or waiting, newest first; times are date-times. */
  outbox(): Promise<JsonObject[]>
  /** The waiting calls in the order in which they will be placed, then those on the line. */
  queue(): Promise<JsonObject[]>
  /** A call and the sessions of its attempts. */
  attempts(callId: string): Promise<JsonObject[]>
  /** A customer number that cannot be connected, so that its calls fail every time. */
  failingNumber: string
  /** Saves a draft of an agent, in the form of the agent's file. */
  saveDraft(agent: string, draft: JsonObject): Promise<void>
  publish(agent: string): Promise<void>
}

/** What is known of a workspace before anything is sent, to draw and judge by. It contains no key. */
export interface WorkspaceFacts {
  name: string
  agents: AgentFacts[]
  channels: ChannelFacts[]
  workflows: { workflowId: string; agent: string; number: string | null }[]
  /** How many outbound calls can be on the line at once; null if unknown. */
  lines: number | null
}

/** An agent by the name that triggers use. */
export interface AgentFacts {
  name: string
  /** Its id in the blueprint listing; null if unknown. */
  agentId: string | null
  /** The numbers of its versions. */
  versions: number[]
  /** The number of the published version. */
  published: number | null
  /** Whether a draft was saved. */
  draft: boolean
  /** Messages that make it produce many kinds of entries and items. */
  messages: string[]
  /** A message that makes it say the `additionalContext` it was given; null if there is none. */
  repeatsContext: string | null
  /** A message after which it ends the session; null if there is none. */
  ends: string | null
  /** A variable that its opening message contains as `${name}`; null if there is none. */
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
  /** Names of approved WhatsApp templates; null if the channel supports none. */
  templates: string[] | null
}
