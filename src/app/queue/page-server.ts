import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redactKeys } from '../../base/secret-keys.ts'
import { formatJson } from '../../report/text/finish-text.ts'
import { UsageError } from '../project/usage-error.ts'
import { pageFiles } from './page-files.ts'
import { answeredWithin } from './within.ts'

/** A running server for the page of a queue. */
export interface QueuePage {
  url: string
  close(): Promise<void>
}

/** How long Redis may take to answer before the page is told that it does not, in milliseconds. */
const patienceMs = 4_000

/** Permits nothing from other origins, and only this server's scripts and styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const fixedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

interface Answer {
  status: number
  type: string
  text: string
}

/**
 * Serves a page that shows the result of `read`, to this machine only. It is read-only.
 * @throws UsageError if the port is taken
 */
export async function serveQueuePage(read: () => Promise<object>, port: number): Promise<QueuePage> {
  const tell = sharing(read)
  let hosts: readonly string[] = []
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const refusal = refuse(request, hosts)
    if (refusal !== null) return plain(refusal.status, refusal.why)
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (path === '/status.json') return tell()
    const file = pageFiles.get(path)
    return file === undefined ? plain(404, 'there is no such page') : { status: 200, ...file }
  }
  const server = createServer((request, response) => {
    void answer(request).then((answered) => send(request, response, answered))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? `the port ${port} is taken` : `it cannot listen on 127.0.0.1: ${message}`
      reject(new UsageError(why, 'choose another with --port, or 0 for a free one'))
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
): { status: number; why: string } | null {
  const { host = '', origin } = headers
  if (!hosts.includes(host.toLowerCase()))
    return { status: 403, why: 'this page answers only to 127.0.0.1 and localhost' }
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
    return { status: 403, why: 'this page answers to no other page' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, why: 'this page is only for reading' }
  return null
}

/** Answers the page's polling. Concurrent requests share one read of Redis, and none waits for long. */
function sharing(read: () => Promise<object>): () => Promise<Answer> {
  let reading: Promise<Answer> | null = null
  const begin = (): Promise<Answer> =>
    read()
      .then(
        (told): Answer => ({
          status: 200,
          type: 'application/json; charset=utf-8',
          text: redactKeys(formatJson(told)),
        }),
        (): Answer => silent,
      )
      .finally(() => {
        reading = null
      })
  return async () => {
    reading ??= begin()
    return answeredWithin(patienceMs, reading).catch(() => silent)
  }
}

function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', text: `${text}\n` }
}

const silent = plain(503, 'the queue does not answer')

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, text }: Answer): void {
  response.writeHead(status, { ...fixedHeaders, 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(method === 'HEAD' ? undefined : text)
}
