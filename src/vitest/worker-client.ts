import { type Client, createClient } from '../client/client.ts'
import { createPace } from '../client/pace/pace.ts'
import { openNetwork } from '../client/undici-transport.ts'
import type { ServiceAddress } from './service-address.ts'

const clients = new Map<string, Client>()

/** The client of this worker for a service: one for all files, so that connections stay open and all keep to one pace. */
export function clientOf({ baseUrl, workflowBaseUrl, apiKey, safety }: ServiceAddress): Client {
  const known = clients.get(baseUrl)
  if (known !== undefined) return known
  const hosts = { baseUrl, ...(workflowBaseUrl === null ? {} : { workflowBaseUrl }) }
  const settings = { ...hosts, apiKey: apiKey ?? process.env.TABLEREAD_API_KEY ?? '' }
  const network = openNetwork({ connections: 64, safety })
  const client = createClient({ ...settings, safety, transport: createPace({ most: 64 }).through(network.send) })
  clients.set(baseUrl, client)
  return client
}
