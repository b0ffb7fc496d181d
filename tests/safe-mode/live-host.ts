import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service under a remote-looking host name, which answers everything with success. */
export interface LiveHost {
  url: string
  /** Method, path and body of each request that arrived. */
  arrived: string[]
  close(): Promise<void>
}

/** Opens it. Guards judge the name; only this test's name resolution leads here. */
export async function openLiveHost(name: string): Promise<LiveHost> {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      arrived.push(`${request.method} ${request.url} ${body}`)
      const data = request.url === '/api/agent/blueprints' ? { agents: [], workflowList: [] } : { sessionId: 's' }
      response.end(JSON.stringify({ responseCode: 200, message: 'ok', data }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const undo = leadTo({ [name]: () => '127.0.0.1' })
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    arrived,
    async close() {
      undo()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Resolves these names to other addresses within this process, anew for each lookup; returns a function that
 * undoes it.
 */
export function leadTo(names: Record<string, () => string>): () => void {
  const original = dns.lookup
  const lookup = (host: string, ...rest: unknown[]): void => {
    const [options, done] = rest.length === 1 ? [{}, rest[0]] : rest
    const address = names[host]?.()
    if (address === undefined) {
      ;(original as (...all: unknown[]) => void)(host, options, done)
      return
    }
    const family = address.includes(':') ? 6 : 4
    const all = (options as dns.LookupOptions).all === true
    const answer = done as (error: null, ...found: unknown[]) => void
    setImmediate(() => (all ? answer(null, [{ address, family }]) : answer(null, address, family)))
  }
  dns.lookup = lookup as typeof dns.lookup
  return () => {
    dns.lookup = original
  }
}
