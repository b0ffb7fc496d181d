import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Blueprint, WorkflowMapping } from '../../src/wire/api/blueprint.ts'

/** A service that lists what a test provides, and records its requests. */
export interface ListingService {
  url: string
  agents: Blueprint[]
  workflowList: WorkflowMapping[]
  /** If set, the answer in place of a listing. */
  instead: { status: number; type: string; body: string } | null
  asked: string[]
  close(): Promise<void>
}

/** Starts it on a loopback port. */
export async function startListing(): Promise<ListingService> {
  const server = createServer((request, response) => {
    service.asked.push(`${request.method} ${request.url}`)
    const { agents, workflowList, instead } = service
    const body = JSON.stringify({ responseCode: 200, message: 'success', data: { agents, workflowList } })
    response.writeHead(instead?.status ?? 200, { 'content-type': instead?.type ?? 'application/json' })
    response.end(instead?.body ?? body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const service: ListingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ agents: [], workflowList: [], instead: null, asked: [] },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => void server.close(() => done()))
    },
  }
  return service
}
