import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { refuse } from './answer.ts'
import type { Service } from './app.ts'

/** A service that listens. */
export interface Listening {
  url: string
  port: number
  close(): Promise<void>
}

/** Serves on 127.0.0.1; port 0 picks a free one. Requests for another host are refused, so that no web page can reach it by a name of its own. @throws the system's error when the port is taken */
export async function listen(service: Service, { port }: { port: number }): Promise<Listening> {
  const answer = (request: Request): Response | Promise<Response> => {
    const host = new URL(request.url).hostname
    if (host === '127.0.0.1' || host === 'localhost' || host === '[::1]') return service.fetch(request)
    return refuse({
      errorCode: 'localHostRefused',
      message: 'the local service answers only to 127.0.0.1 and localhost',
    })
  }
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
