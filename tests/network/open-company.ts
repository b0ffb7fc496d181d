import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join, resolve } from 'node:path'
import { startLocalService } from '../../src/app/agents/local-service.ts'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** The path of a certificate of `certificates/README.md`. */
const certificate = (name: string): string => join(import.meta.dirname, 'certificates', `${name}.pem`)

/** The user and password that the proxy wants, and what the gateway wants to see. */
export const secrets = { user: 'proxy-user', password: 'pr:xy p@ssword', header: 'key-of-the-gateway' }

/**
 * A network as companies have it: names end in `.invalid`, which nobody but the proxy resolves. `desk.invalid` is a
 * gateway with a certificate of the company's own authority, before a local service below /gateway/v1; any other name
 * is one server, which answers with the same JSON.
 */
export interface Company {
  /** The proxy's own address, without user and password. */
  proxy: string
  /** The gateway's address below the base path, and the same by its port on this machine. */
  target: string
  near: string
  apiKey: string
  /** What the proxy was asked to connect to, in order; anything else that it was asked has the method before it. */
  tunnels: string[]
  /** Host, method and path of what came through. */
  arrived: string[]
  /** The headers of each request that the gateway got. */
  headers: IncomingMessage['headers'][]
  /** What becomes of the next tunnels; null: they are made. */
  refusal: number | null
  environment: Record<string, string>
  /** Opens a server with a certificate of `certificates/`, or with none; it is also `bad-<name>.invalid`. The port. */
  serve(name: string): Promise<number>
  tableread(args: readonly string[], folder: string, env?: Record<string, string | undefined>): Promise<Ran>
  close(): Promise<void>
}

interface Ran {
  code: number | null
  out: string
}

export async function openCompany(): Promise<Company> {
  const service = await startLocalService({ port: 0 })
  const closing: Server[] = []
  const open = async (server: Server): Promise<number> => {
    closing.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const { user, password } = secrets
  const company = { tunnels: [], arrived: [], headers: [], refusal: null, apiKey: service.apiKey } as unknown as Company

  const toService: RequestListener = (incoming, outgoing) => {
    const [, path = ''] = /^\/gateway\/v1(\/.*)$/.exec(incoming.url ?? '') ?? []
    company.arrived.push(`desk.invalid ${incoming.method} ${incoming.url}`)
    company.headers.push(incoming.headers)
    if (path === '' || incoming.headers['x-gateway-key'] !== secrets.header)
      return void outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<html>gateway: forbidden</html>')
    const { host: _, ...headers } = incoming.headers
    const inner = request(service.url + path, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(inner)
  }
  const toAnyone: RequestListener = (incoming, outgoing) => {
    company.arrived.push(`${incoming.headers.host} ${incoming.method} ${incoming.url}`)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const tls = { key: readFileSync(certificate('key')), cert: readFileSync(certificate('desk')) }
  const gatewayPort = await open(createSecure(tls, toService))
  const anyonePort = await open(createServer(toAnyone))

  const ports = new Map([['desk.invalid', gatewayPort]])
  const serve = async (name: string): Promise<number> => {
    const withCertificate = { ...tls, cert: name === 'none' ? '' : readFileSync(certificate(name)) }
    const port = await open(name === 'none' ? createServer(toAnyone) : createSecure(withCertificate, toAnyone))
    ports.set(`bad-${name}.invalid`, port)
    return port
  }

  const proxy = createServer((incoming, outgoing) => {
    company.tunnels.push(`${incoming.method} ${incoming.url}`)
    outgoing.writeHead(405).end()
  })
  proxy.on('connect', (incoming, socket) => {
    const [host = ''] = (incoming.url ?? '').split(':')
    const credentials = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const status =
      incoming.headers['proxy-authorization'] !== credentials
        ? 407
        : (company.refusal ?? (host.endsWith('.invalid') && host !== 'nobody.invalid' ? 200 : 502))
    company.tunnels.push(`${incoming.url}${status === 200 ? '' : ` ${status}`}`)
    socket.on('error', () => undefined)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(ports.get(host) ?? anyonePort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  const proxyPort = await open(proxy)
  const proxyUrl = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${proxyPort}`
  const environment = {
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    NODE_EXTRA_CA_CERTS: certificate('authority'),
    GATEWAY_KEY: secrets.header,
    TABLEREAD_API_KEY: service.apiKey,
    TABLEREAD_TARGET: 'https://desk.invalid/gateway/v1',
  }
  return Object.assign(company, {
    ...{ environment, proxy: `http://127.0.0.1:${proxyPort}`, target: environment.TABLEREAD_TARGET, serve },
    near: `https://127.0.0.1:${gatewayPort}/gateway/v1`,
    tableread: (args: readonly string[], folder: string, more: Record<string, string | undefined> = {}) =>
      start([bin, ...args], folder, { ...environment, ...more }),
    async close() {
      for (const server of closing) {
        server.close()
        server.closeAllConnections()
      }
      await service.close()
    },
  })
}

async function start(args: string[], cwd: string, more: Record<string, string | undefined>): Promise<Ran> {
  const { FORCE_COLOR, VITEST, ...own } = process.env
  const quiet = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  const child = spawn(process.execPath, args, { cwd, env: { ...own, ...quiet, ...more }, stdio: 'pipe' })
  child.stdin.end('hello\n')
  let out = ''
  child.stdout.on('data', (text) => (out += String(text)))
  child.stderr.on('data', (text) => (out += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out }
}
