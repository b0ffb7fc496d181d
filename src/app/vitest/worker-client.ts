import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import { type KnownFunctions, knownFunctions } from '../../engine/verdict/known-functions.ts'
import type { Prompts } from '../../engine/verdict/perform-conversation.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { type Client, createClient } from '../../wire/client/client.ts'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import { createPace } from '../../wire/client/pace/pace.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import { type Embedded, ownClocks } from '../project/own-clock.ts'
import { warn } from '../project/print.ts'
import { readPrompts } from '../project/prompts.ts'
import type { SharedBudget } from './shared-budget.ts'

const functions = new WeakMap<Client, Promise<KnownFunctions>>()

/** The function lists of a service's agents, for the law `phases follow blueprint`: read once in each worker. */
export function functionsOf(client: Client): Promise<KnownFunctions> {
  const known = functions.get(client) ?? knownFunctions(client, warn)
  functions.set(client, known)
  return known
}

const prompts = new WeakMap<Client, Prompts>()

/** What agents of a service are told before they speak, for the law `grounded`. */
export function promptsOf(client: Client, { baseUrl, embedded }: ServiceAddress): Prompts {
  const { workspace = null, revisions = [] } = embedded ?? {}
  const known =
    prompts.get(client) ?? readPrompts({ target: embedded === null ? baseUrl : null, workspace, revisions }, client)
  prompts.set(client, known)
  return known
}

const clients = new Map<string, Client>()

/** The client of this worker for a service: one for all files, so that connections stay open and all keep to one pace. */
export function clientOf({ baseUrl, workflowBaseUrl, apiKey, safety, embedded }: ServiceAddress): Client {
  const known = clients.get(baseUrl)
  if (known !== undefined) return known
  const hosts = { baseUrl, ...(workflowBaseUrl === null ? {} : { workflowBaseUrl }) }
  const settings = { ...hosts, apiKey: apiKey ?? process.env.TABLEREAD_API_KEY ?? '' }
  const network = openNetwork({ connections: 64, safety })
  const paced = createClient({ ...settings, safety, transport: createPace({ most: 64 }).through(network.send) })
  const client: Client = { ...paced, clock: embedded === null ? { kind: 'shared' } : ownClocks(embedded) }
  clients.set(baseUrl, client)
  return client
}

/** Where the service is that the tests talk to. `apiKey` is null where workers take it from the environment. */
export interface ServiceAddress {
  baseUrl: string
  /** Null where both hosts are one. */
  workflowBaseUrl: string | null
  apiKey: string | null
  /** Where it is the local one, embedded in this run of Vitest; null where it is shared with others. */
  embedded: Embedded | null
  /** What may happen where it is live. */
  safety: LiveSafety
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The settings of the run as JSON text; one text, since Vitest merges what is provided twice. */
    'tableread:settings': string
    'tableread:service': ServiceAddress
    /** The folder in which this run of Vitest keeps its talks (see kept-talks). */
    'tableread:talks': string
    /** Where Vitest's UI has the HTML report; '' where it has none. */
    'tableread:report': string
    'tableread:budget': SharedBudget
  }
  interface TaskMeta {
    /** What became of the conversation; small, since the UI shows it whole. */
    tableread?: {
      verdict: Verdict
      version: string
      sessionId: string | null
      /** In which layer it went wrong, where it did. */
      cause?: CauseKind
      report?: string
      snapshot?: string
      /** What is to be told of a conversation that was expected to fail. */
      expected?: string
    }
  }
}
