import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { startLocalService } from '../../src/app/agents/local-service.ts'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const divert = resolve(import.meta.dirname, 'divert-live-host.mjs')

/** A local service under a host name that looks remote, the requests it got, and the command line run against it. */
export interface Live {
  url: string
  /** Method and path of each request, in order of arrival. */
  arrived: string[]
  /** The request bodies, as text. */
  bodies: string[]
  tableread(...args: string[]): Promise<{ code: number | null; out: string }>
  /** Runs another program with the same environment. */
  start(args: readonly string[]): Promise<{ code: number | null; out: string }>
  close(): Promise<void>
}

/** Opens it. Commands run in `folder`. */
export async function openLive(folder: string): Promise<Live> {
  const service = await startLocalService({ port: 0 })
  const arrived: string[] = []
  const bodies: string[] = []
  const server = createServer((incoming, outgoing) => {
    arrived.push(`${incoming.method} ${incoming.url}`)
    const { host: _, ...headers } = incoming.headers
    const inner = request(service.url + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.on('data', (body) => bodies.push(String(body))).pipe(inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://live.tableread.example:${(server.address() as AddressInfo).port}`
  const start: Live['start'] = async (args) => {
    const { FORCE_COLOR, VITEST, ...env } = process.env
    const child = spawn(process.execPath, ['--import', divert, ...args], {
      cwd: folder,
      env: { ...env, NO_COLOR: '1', TABLEREAD_API_KEY: service.apiKey, TABLEREAD_TARGET: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (text) => (out += String(text)))
    child.stderr.on('data', (text) => (out += String(text)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out }
  }
  return {
    url,
    arrived,
    bodies,
    start,
    tableread: (...args) => start([bin, ...args]),
    async close() {
      server.close()
      server.closeAllConnections()
      await service.close()
    },
  }
}
