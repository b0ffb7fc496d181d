import { variableOf } from '../../base/secrets/environment.ts'
import type { AgentsOfRun, Prompts } from '../../engine/perform/perform.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import { type KnownFunctions, knownFunctions } from '../../engine/verdict/known-functions.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { type Client, createClient } from '../../wire/client/client.ts'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import { createPace } from '../../wire/client/pace/pace.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import { type CommonService, ownClocks } from '../agents/own-clock.ts'
import { readyAgents } from '../agents/ready-agents.ts'
import { fillHeaders } from '../config/gateway-headers.ts'
import { warn } from '../edge/print.ts'
import { readPrompts } from '../target/prompts.ts'
import { readAgents } from '../target/run-agents.ts'
import type { SharedBudget } from './shared-budget.ts'

const functions = new WeakMap<Client, Promise<KnownFunctions>>()
const agents = new WeakMap<Client, AgentsOfRun>()

/** The function lists of a service's agents, for the law `phases follow blueprint`: read once in each worker. */
export function functionsOf(client: Client): Promise<KnownFunctions> {
  const agentFunctions =
    functions.get(client) ?? knownFunctions(client, warn, { listed: (all) => listings.set(client, all) })
  functions.set(client, agentFunctions)
  return agentFunctions
}

const listings = new WeakMap<Client, readonly Blueprint[]>()

/** What is known of the agents of a service, once its functions are. */
export function agentsOf(client: Client, { baseUrl, embedded }: ServiceAddress): AgentsOfRun {
  const { workspace = null, revisions = [] } = embedded ?? {}
  const target = embedded === null ? baseUrl : null
  const agentsOfRun =
    agents.get(client) ?? readAgents({ target, workspace, revisions, listing: listings.get(client) ?? [] })
  agents.set(client, agentsOfRun)
  return agentsOfRun
}

const prompts = new WeakMap<Client, Prompts>()

/** The prompts of a service's agents, for the law `grounded`. */
export function promptsOf(client: Client, { baseUrl, embedded }: ServiceAddress): Prompts {
  const { workspace = null, revisions = [] } = embedded ?? {}
  const promptReader =
    prompts.get(client) ?? readPrompts({ target: embedded === null ? baseUrl : null, workspace, revisions }, client)
  prompts.set(client, promptReader)
  return promptReader
}

const clients = new Map<string, Client>()

/** This worker's client for a service: one for all files, so that connections stay open and all share one pace. */
export function clientOf({ baseUrl, workflowBaseUrl, apiKey, headers, safety, embedded }: ServiceAddress): Client {
  const openClient = clients.get(baseUrl)
  if (openClient !== undefined) return openClient
  const hosts = { baseUrl, ...(workflowBaseUrl === null ? {} : { workflowBaseUrl }) }
  const key = apiKey ?? variableOf(process.env, 'TABLEREAD_API_KEY') ?? ''
  const settings = { ...hosts, apiKey: key, headers: fillHeaders(headers) }
  const network = openNetwork({ connections: 64, safety })
  const paced = createClient({ ...settings, safety, transport: createPace({ most: 64 }).through(network.send) })
  const client: Client =
    embedded === null
      ? { ...paced, clock: { kind: 'shared' } }
      : { ...paced, clock: ownClocks(embedded), ready: readyAgents(paced) }
  clients.set(baseUrl, client)
  return client
}

/** The address of the service under test. `apiKey` is null if workers take it from the environment. */
export interface ServiceAddress {
  baseUrl: string
  /** Null if both hosts are the same. */
  workflowBaseUrl: string | null
  apiKey: string | null
  /** Headers for a gateway before it, as the config writes them; workers fill them from the environment. */
  headers: Readonly<Record<string, string>>
  /** The local service embedded in this run of Vitest; null for a shared one. */
  embedded: CommonService | null
  /** What is permitted on a live service. */
  safety: LiveSafety
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The settings of the run as JSON text; a text, because Vitest merges objects that are provided twice. */
    'tableread:settings': string
    'tableread:service': ServiceAddress
    /** The folder in which this run of Vitest keeps its talks (see kept-talks). */
    'tableread:talks': string
    /** The address of the HTML report in Vitest's UI; '' if there is none. */
    'tableread:report': string
    'tableread:budget': SharedBudget
    /** In a watch, what is wrong with the workspace since it changed; '' if it could be read. */
    'tableread:broken': string
  }
  interface TaskMeta {
    /** The outcome of the conversation; small, since the UI shows all of it. */
    tableread?: {
      verdict: Verdict
      version: string
      sessionId: string | null
      /** The layer in which it went wrong, if it did. */
      cause?: CauseKind
      report?: string
      snapshot?: string
      /** It does otherwise than the version beside it. */
      changed?: true
      /** What to say about a conversation that was expected to fail. */
      expected?: string
    }
  }
}
