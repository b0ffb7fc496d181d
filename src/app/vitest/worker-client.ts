import { type Client, createClient, type ServiceClock } from '../../wire/client/client.ts'
import { createPace } from '../../wire/client/pace/pace.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import type { Embedded } from '../project/own-clock.ts'
import type { ServiceAddress } from './service-address.ts'

const clients = new Map<string, Client>()

/** The client of this worker for a service: one for all files, so that connections stay open and all keep to one pace. */
export function clientOf({ baseUrl, workflowBaseUrl, apiKey, safety, embedded }: ServiceAddress): Client {
  const known = clients.get(baseUrl)
  if (known !== undefined) return known
  const hosts = { baseUrl, ...(workflowBaseUrl === null ? {} : { workflowBaseUrl }) }
  const settings = { ...hosts, apiKey: apiKey ?? process.env.TABLEREAD_API_KEY ?? '' }
  const network = openNetwork({ connections: 64, safety })
  const paced = createClient({ ...settings, safety, transport: createPace({ most: 64 }).through(network.send) })
  const client: Client = { ...paced, clock: embedded === null ? { kind: 'shared' } : ownClocksOf(embedded) }
  clients.set(baseUrl, client)
  return client
}

/** The local service is loaded by the first conversation that needs one of its own. */
function ownClocksOf(embedded: Embedded): ServiceClock {
  const open = async (startsAt: string | null): ReturnType<(ServiceClock & { kind: 'own' })['open']> => {
    const { ownClocks } = await import('../project/own-clock.ts')
    return ownClocks(embedded).open(startsAt)
  }
  return { kind: 'own', frozen: embedded.frozenAt !== null, open }
}
