import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { hasMembers, insistKind } from '../base/json/insist-kind.ts'
import { withinLimit } from '../base/time-limit.ts'
import { PlainResponse, refuse } from './answer/answer.ts'
import type { Service } from './app.ts'
import { cutHeader, resetHeader } from './faults/strike.ts'
import type { HostSide } from './route-operations.ts'

/** A service that listens. */
export interface Listening {
  url: string
  port: number
  close(): Promise<void>
}

/** Where to listen. */
export interface ListenSettings {
  /** 0 picks a free one. */
  port: number
  /** @default '127.0.0.1' */
  host?: string
  /** Which host of the interface to serve. @default 'both' */
  side?: HostSide
}

/** The two sides of one exchange on a socket. */
interface Wire {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Serves on a loopback address, unless told otherwise. Requests for any other host name are refused, so that no web
 * page can reach the service under a name of its own (DNS rebinding); /_local answers only to this machine.
 * @throws the system's error when the port is taken
 */
export async function listen(service: Service, settings: ListenSettings): Promise<Listening> {
  insistKind(hasMembers(service, 'fetch'), 'listen takes what createService gives', service)
  insistKind(hasMembers(settings, 'port'), 'listen takes { port }, 0 for a free one', settings)
  const { port, host = '127.0.0.1', side = 'both' } = settings
  const answer = async (request: Request, { incoming, outgoing }: Wire): Promise<Response> => {
    const refusal = refuseHost(new URL(request.url), host, incoming)
    if (refusal !== null) return refusal
    const soon = Number(incoming.headers['content-length'] ?? Number.NaN) <= 64 * 1024 ? startReading(incoming) : null
    Object.defineProperty(request, 'text', { value: () => soon ?? readText(incoming) })
    const response = await service.fetch(request, side)
    if (response.headers.get('connection') === 'close') await readAway(incoming)
    if (response instanceof PlainResponse) return sendPlain(response, outgoing)
    if (response.headers.has(resetHeader)) incoming.socket.resetAndDestroy()
    return response.headers.has(cutHeader) ? sendPart(response, outgoing) : response
  }
  const listener = getRequestListener((request, env) => answer(request, env as Wire), {
    overrideGlobalObjects: false,
    errorHandler: () => refuse({ errorCode: 'validationError', message: 'the request cannot be read' }),
  })
  const server = createServer(listener)
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  const authority = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host
  return { url: `http://${authority}:${bound}`, port: bound, close: () => closeServer(server) }
}

/** Reads immediately, so that a request waiting its turn is still carried out after its client has gone. */
function startReading(incoming: IncomingMessage): Promise<string> {
  const text = readText(incoming)
  text.catch(() => undefined) // whoever reads the body gets the error
  return text
}

/** Reads a body from its socket: a fetch request would create streams, which cost more than everything else. */
async function readText(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** How long a client may go on sending what is not read, in milliseconds. */
const lingerMs = 1_000

/** Reads what a client is still sending: a connection that closes over unread bytes is reset, and the answer is lost. */
async function readAway(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  incoming.resume()
  await withinLimit(lingerMs, undefined, ({ signal }) => once(incoming, 'end', { signal })).catch(() => undefined)
}

function sendPlain({ status, headers, plain }: PlainResponse, outgoing: ServerResponse): Response {
  const fields: OutgoingHttpHeaders = Object.fromEntries(headers)
  fields['content-length'] = Buffer.byteLength(plain)
  outgoing.writeHead(status, fields)
  outgoing.end(plain)
  return RESPONSE_ALREADY_SENT
}

/** Sends an answer up to the point where its body breaks off, and breaks the connection there. */
async function sendPart({ status, headers, body }: Response, outgoing: ServerResponse): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers))
  try {
    for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
      await new Promise((resolve) => outgoing.write(piece, resolve))
    }
    outgoing.end()
  } catch {
    outgoing.destroy() // the break is intended
  }
  return RESPONSE_ALREADY_SENT
}

function refuseHost({ hostname, pathname }: URL, host: string, { socket }: IncomingMessage): Response | null {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host)
  if (!open && !loopback.includes(hostname))
    return refuse({
      errorCode: 'localHostRefused',
      message: 'the local service answers only to 127.0.0.1 and localhost',
    })
  const near = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '')
  if (near && loopback.includes(hostname)) return null
  const own = pathname.startsWith('/_local') && !/^\/_local\/(media|recordings)\//.test(pathname)
  return own ? refuse({ errorCode: 'localHostRefused', message: '/_local answers only to its own machine' }) : null
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
