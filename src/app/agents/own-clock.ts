import { createClient } from '../../wire/client/client.ts'
import type { OwnClock, ServiceClock } from '../../wire/client/client-over.ts'
import type { Transport } from '../../wire/client/transport.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import { readyAgents } from './ready-agents.ts'
import { type Revision, speakRevisions } from './speak-revisions.ts'

export interface CommonService {
  /** Its workspace; null for the demo workspace. */
  workspace: string | null
  /** The instant at which its clock was frozen, in milliseconds; null if it runs. */
  frozenAt: number | null
  baseUrl: string
  revisions?: readonly Revision[]
}

/** Starts local services for single runs. `wrap` may redirect requests, as through a recorder. */
export function ownClocks(
  embedded: CommonService,
  wrap: (send: Transport) => Transport = (send) => send,
): ServiceClock & { kind: 'own' } {
  return { kind: 'own', frozen: embedded.frozenAt !== null, open: (startsAt) => openClock(embedded, startsAt, wrap) }
}

/** Loads the local service when first needed. Records name the embedded service: the run's own is gone at the end. */
async function openClock(
  { workspace, frozenAt, baseUrl, revisions = [] }: CommonService,
  startsAt: string | null,
  wrap: (send: Transport) => Transport,
): Promise<OwnClock> {
  const { startLocalService } = await import('./local-service.ts')
  const service = await startLocalService({
    port: 0,
    workspaces: workspace === null ? [] : [workspace],
    revisions,
    frozenAt: startsAt === null ? (frozenAt ?? Date.now()) : Date.parse(startsAt),
  })
  const network = openNetwork({ connections: 1 })
  const here: Transport = async (request) => {
    const answer = await network.send({ ...request, url: service.url + request.url.slice(baseUrl.length) })
    return { ...answer, text: answer.text.replaceAll(service.url, baseUrl) }
  }
  return {
    client: {
      ...speakRevisions(createClient({ baseUrl, apiKey: service.apiKey, transport: wrap(here) }), revisions),
      ready: readyAgents(createClient({ baseUrl, apiKey: service.apiKey, transport: here }), revisions),
    },
    async close() {
      await network.close()
      await service.close()
    },
  }
}
