import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import { setAgentsOf } from '../../engine/perform/agents-of-client.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import type { Client } from '../../wire/client/client.ts'
import { settle } from '../config/settings.ts'
import { listAgents } from './load-shown-blueprints.ts'
import { readAgents } from './run-agents.ts'
import { openTarget } from './target.ts'

/** A service, and a client of it. */
export interface OpenService {
  client: Client
  /** The address that it answers at. */
  baseUrl: string
  close(): Promise<void>
}

/** Which service to open; what is left out is as the environment and the config of the project say. */
export interface OpenServiceSettings {
  /** The address of a service, with its key in TABLEREAD_API_KEY. */
  target?: string
  /** The folder or module of a workspace, for the local service. */
  workspace?: string
  /** The config file; default: `tableread.config.yaml` or `.ts` in the current folder, when there is one. */
  config?: string
}

/**
 * Opens the service that `tableread run` would: the one that is named, behind the live guard, or else the local
 * service, embedded in this process on a free loopback port, with its demo workspace or the given one.
 * @throws UsageError for a config or a workspace that is missing or broken, and for a live service without a key
 */
export async function openService(settings: OpenServiceSettings = {}): Promise<OpenService> {
  const isKnown =
    hasMembers(settings) && Object.keys(settings).every((key) => /^(?:target|workspace|config)$/.test(key))
  insistKind(isKnown, 'openService takes nothing, or { target }, { workspace } or { config }', settings)
  const runSettings = await settle([], settings, process.env)
  const { client, baseUrl, close, local } = await openTarget(runSettings)
  const listAll = async (): Promise<readonly Blueprint[]> =>
    (local === undefined ? await listAgents(client) : null) ?? []
  const readKnown = setAgentsOf(client, async () => readAgents({ ...runSettings, local, listing: await listAll() })())
  // A service elsewhere is asked for its list with the first conversation.
  if (local !== undefined) await readKnown()
  return { client, baseUrl, close }
}
