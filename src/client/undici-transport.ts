import type { Agent, Dispatcher } from 'undici'
import { lazyLibrary } from '../base/lazy-library.ts'
import { onAbort } from './on-abort.ts'
import { readAddress } from './read-address.ts'
import { type Transport, TransportError, type WireAnswer, type WireRequest } from './transport.ts'

/** The pool alone: the whole of undici, with its fetch and its caches, takes three times as long to load. */
const poolOf = lazyLibrary<typeof Agent>('undici/lib/dispatcher/agent.js')

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
  const agent = new (poolOf())({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  return {
    send: (request) => send(agent, request, maxBytes),
    close: () => agent.destroy(),
  }
}

/** Speaks to the dispatcher itself: a stream and an abort signal for each small answer would cost more than the answer. */
function send(agent: Agent, request: WireRequest, maxBytes: number): Promise<WireAnswer> {
  const { origin, pathname, search } = readAddress(request.url)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let stopped: TransportError | undefined
    let forget: (() => void) | undefined
    const settle = (): void => {
      clearTimeout(timer)
      forget?.()
    }
    const stop = (error: TransportError): void => {
      if (stopped !== undefined) return
      stopped = error
      settle()
      reject(error)
      controller?.abort(error)
    }
    const interrupt = (): void => stop(new TransportError('aborted', 'interrupted'))
    const timer = setTimeout(
      () => stop(new TransportError('timed out', `${request.timeLimitMs} ms`)),
      request.timeLimitMs,
    )
    if (request.signal?.aborted === true) return interrupt()
    if (request.signal !== undefined) forget = onAbort(request.signal, interrupt)

    let [status, size]: [number, number] = [0, 0]
    let headers: WireAnswer['headers'] = {}
    const chunks: Buffer[] = []
    const { method, body = null } = request
    agent.dispatch(
      { origin, path: pathname + search, method, headers: request.headers, body },
      {
        onRequestStart(started) {
          controller = started
          if (stopped !== undefined) started.abort(stopped)
        },
        onResponseStart(_, statusCode, received) {
          status = statusCode
          headers = received
        },
        onResponseData(_, chunk) {
          size += chunk.length
          if (size > maxBytes) stop(new TransportError('oversized', `more than ${maxBytes} bytes`))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          settle()
          resolve({ status, headers, text: decode(chunks) })
        },
        onResponseError(_, error) {
          stop(new TransportError('unreachable', codeOf(error)))
        },
      },
    )
  })
}

function decode(chunks: readonly Buffer[]): string {
  const [only] = chunks
  const text = (only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)).toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The innermost system code: several addresses tried at once hide it in an AggregateError. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as {
    code?: string
    cause?: unknown
    errors?: unknown[]
  }
  if (code !== undefined) return code
  const inner = errors?.[0] ?? cause
  return inner === undefined ? (error as Error).message : codeOf(inner)
}
