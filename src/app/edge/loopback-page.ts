import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from './usage-error.ts'

export interface LoopbackPage {
  url: string
  close(): Promise<void>
}

const fixedHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** An answer to a browser; `policy` is its content security policy. */
export interface PageAnswer {
  status: number
  type: string
  text: string
  policy?: string
}

/** The one path that takes something, and from whom. */
interface Posts {
  path: string
  from: 'page' | 'programs'
}

/**
 * Serves a page to this machine only, by whatever name a browser reaches it: foreign pages are refused. It is for
 * reading, unless `posts` is the one path that takes something, from the page itself or from programs, which have no origin.
 * @throws UsageError if the port is taken
 */
export async function serveLoopback(
  answer: (request: IncomingMessage, path: string) => Promise<PageAnswer>,
  { port, flag = '--port', posts }: { port: number; flag?: string; posts?: Posts },
): Promise<LoopbackPage> {
  let hosts: readonly string[] = []
  const answered = async (request: IncomingMessage): Promise<PageAnswer> => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const refusal = refuse(request, hosts, path === posts?.path ? posts.from : null)
    return refusal === null ? answer(request, path) : plainAnswer(refusal.status, refusal.why)
  }
  const server = createServer((request, response) => {
    void answered(request).then((each) => send(request, response, each))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? `the port ${port} is taken` : `it cannot listen on 127.0.0.1: ${message}`
      reject(new UsageError(why, `choose another with ${flag}, or 0 for a free one`))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = (server.address() as AddressInfo).port
  // As browsers write them: without the port if it is 80.
  hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${bound}`).host)
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Why a request is refused: a foreign page could reach this server through a host name of its own, or by a script. */
function refuse(
  { headers, method }: IncomingMessage,
  hosts: readonly string[],
  takesFrom: Posts['from'] | null,
): { status: number; why: string } | null {
  const { host = '', origin } = headers
  if (!hosts.includes(host.toLowerCase()))
    return { status: 403, why: 'this page answers only to 127.0.0.1 and localhost' }
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
    return { status: 403, why: 'this page answers to no other page' }
  const isReading = method === 'GET' || method === 'HEAD'
  if (takesFrom === null) return isReading ? null : { status: 405, why: 'this page is only for reading' }
  const isOfPage = origin !== undefined
  if (method === 'POST' && isOfPage === (takesFrom === 'page')) return null
  const why = takesFrom === 'page' ? 'decisions come from the page itself' : 'this takes a POST of a program'
  return { status: 405, why }
}

export function plainAnswer(status: number, text: string): PageAnswer {
  return { status, type: 'text/plain; charset=utf-8', text: `${text}\n` }
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, type, text, policy = "default-src 'none'" }: PageAnswer,
): void {
  response.writeHead(status, {
    ...fixedHeaders,
    'content-security-policy': policy,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  })
  response.end(method === 'HEAD' ? undefined : text)
}
