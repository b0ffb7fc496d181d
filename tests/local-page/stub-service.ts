import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { LocalState } from '../../src/pages/console/local-state.ts'
import { pageCss } from '../../src/service/local/page/page.css.ts'
import { pageHtml } from '../../src/service/local/page/page-html.ts'
import type { Session } from '../../src/wire/api/session.ts'

const modules = resolve(import.meta.dirname, '../../dist/pages')

/** Serves the page as the local service does, with data that a test provides. */
export interface StubService {
  url: string
  state: LocalState
  sessions: Map<string, Session>
  /** While true, every connection is cut. */
  down: boolean
  /** The requested paths. */
  asked: string[]
  close(): Promise<void>
}

/** Starts it on a free port. Throws when the modules of the page are not compiled. */
export async function startStubService(state: LocalState): Promise<StubService> {
  if (!existsSync(resolve(modules, 'console/main.js')))
    throw new Error('no dist/pages/console/main.js: run `npm run build` first')
  const server = createServer((request, response) => serve(stub, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local`,
    state,
    sessions: new Map(),
    down: false,
    asked: [],
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return stub
}

function serve(stub: StubService, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  stub.asked.push(path)
  if (stub.down) return void request.socket.destroy()
  const module = /^\/_local\/page\/((?:console|kit)\/[\w-]+\.js)$/.exec(path)?.[1]
  const session = /^\/_local\/sessions\/([^/]+)$/.exec(path)?.[1]
  if (path === '/_local') send(response, 'text/html', pageHtml())
  else if (path === '/_local/page.css') send(response, 'text/css', pageCss)
  else if (module !== undefined) send(response, 'text/javascript', readFileSync(resolve(modules, module), 'utf8'))
  else if (path === '/_local/state') send(response, 'application/json', JSON.stringify(stub.state))
  else if (session !== undefined && stub.sessions.has(decodeURIComponent(session)))
    send(response, 'application/json', JSON.stringify({ session: stub.sessions.get(decodeURIComponent(session)) }))
  else response.writeHead(404).end()
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
}
