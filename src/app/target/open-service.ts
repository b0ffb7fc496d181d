import type { Client } from '../../wire/client/client.ts'
import { settle } from '../config/settings.ts'
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
  const { client, baseUrl, close } = await openTarget(await settle([], settings, process.env))
  return { client, baseUrl, close }
}
