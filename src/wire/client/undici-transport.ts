import type { Agent } from 'undici'
import { lazyLibrary } from '../../base/lazy-library.ts'
import { guardTransport } from './guard.ts'
import { Hearing } from './hearing.ts'
import type { LiveSafety } from './live-safety.ts'
import { lookUpForConnection } from './loopback.ts'
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
  /** What may leave for a host that is not this machine. Default: nothing that reaches a person. */
  safety?: LiveSafety
}

/**
 * A transport with one keep-alive pool. It follows no redirects, sends nothing twice, and holds the whole exchange to the
 * time limit. The guard stands inside: there is no other way to a socket, so that whoever forgets it has it all the same.
 */
export function openNetwork({ connections, maxBytes = 16 * 1024 * 1024, safety }: NetworkSettings): NetworkTransport {
  const connect = { lookup: lookUpForConnection }
  const agent = new (poolOf())({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect })
  return {
    send: guardTransport((request) => send(agent, request, maxBytes), safety),
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
