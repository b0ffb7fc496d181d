import type { Agent } from 'undici'
import { lazyLibrary } from '../base/lazy-library.ts'
import { Hearing } from './hearing.ts'
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

function send(agent: Agent, request: WireRequest, maxBytes: number): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    if (request.signal?.aborted === true) reject(new TransportError('aborted', 'interrupted'))
    else {
      const { origin, pathname, search } = readAddress(request.url)
      const { method, headers, body = null } = request
      const hearing = new Hearing(request, maxBytes, resolve, reject)
      agent.dispatch({ origin, path: pathname + search, method, headers, body }, hearing)
    }
  })
}
