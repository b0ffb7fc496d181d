import { Agent, type Dispatcher } from 'undici'
import { type Transport, TransportError, type WireAnswer, type WireRequest } from './transport.ts'

/** A transport over the network, and how to close its connections. */
export interface NetworkTransport {
  send: Transport
  close(): Promise<void>
}

/** Settings of the network. */
export interface NetworkSettings {
  /** Connections to one host. */
  connections: number
  /** Answers larger than this are refused while they come in. Default 16 MiB. */
  maxBytes?: number
}

/** A transport with one keep-alive pool. It follows no redirects, sends nothing twice, and holds the whole exchange to the time limit. */
export function openNetwork({ connections, maxBytes = 16 * 1024 * 1024 }: NetworkSettings): NetworkTransport {
  const agent = new Agent({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  return {
    send: (request) => send(agent, request, maxBytes),
    close: () => agent.destroy(),
  }
}

async function send(agent: Agent, request: WireRequest, maxBytes: number): Promise<WireAnswer> {
  const { origin, pathname, search } = new URL(request.url)
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new TransportError('timed out', `${request.timeLimitMs} ms`)),
    request.timeLimitMs,
  )
  const interrupt = (): void => limit.abort(new TransportError('aborted', 'interrupted'))
  if (request.signal?.aborted === true) interrupt()
  request.signal?.addEventListener('abort', interrupt)
  try {
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal: limit.signal,
    })
    return { status: answer.statusCode, headers: answer.headers, text: await readText(answer, maxBytes) }
  } catch (error) {
    throw toTransportError(error, limit.signal)
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', interrupt)
  }
}

async function readText({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  const declared = Number(headers['content-length'])
  if (declared <= maxBytes) return body.text()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new TransportError('oversized', `more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function toTransportError(error: unknown, signal: AbortSignal): TransportError {
  if (error instanceof TransportError) return error
  if (signal.aborted && signal.reason instanceof TransportError) return signal.reason
  return new TransportError('unreachable', codeOf(error))
}

/** The innermost system code: several addresses tried at once hide it in an AggregateError. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] }
  if (code !== undefined) return code
  const inner = errors?.[0] ?? cause
  return inner === undefined ? (error as Error).message : codeOf(inner)
}
