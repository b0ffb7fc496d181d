import type { Agent, Dispatcher, Pool, ProxyAgent } from 'undici'
import { lazyLibrary, onFirstUse, remembering } from '../../base/memoize.ts'
import { lookUpForConnection } from './loopback.ts'
import { hideProxies, type ProxyOnWay, proxyFor } from './proxy.ts'
import { codeOfProxy, TransportError } from './transport.ts'

/** Only these parts: loading all of undici, with its fetch and its caches, would delay every run by 40 ms (a fifth). */
const agentOf = lazyLibrary<typeof Agent>('undici/lib/dispatcher/agent.js')
const poolOf = lazyLibrary<typeof Pool>('undici/lib/dispatcher/pool.js')
const proxyAgentOf = lazyLibrary<typeof ProxyAgent>('undici/lib/dispatcher/proxy-agent.js')

type Connect = (this: Pool, asked: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>
const connectOf = lazyLibrary<Connect>('undici/lib/api/api-connect.js')

/** Keep-alive connections: every request that leaves this process goes through one of these, guarded before. */
export interface Dispatchers {
  /** Requests go directly or through the environment's proxy (`proxyFor`). @throws TransportError for a bad one */
  to(address: string): Dispatcher
  close(): Promise<void>
}

/** Opens connections, by default as many to one host as there are requests. Time limits are left to the caller. */
export function openDispatchers(limits: { connections?: number } = {}): Dispatchers {
  hideProxies()
  const settings = { ...limits, headersTimeout: 0, bodyTimeout: 0 }
  const direct = onFirstUse(() => new (agentOf())({ ...settings, connect: { lookup: lookUpForConnection } }))
  const open: Dispatcher[] = []
  const through = remembering(10, (proxy: string) => {
    const dispatcher = openProxy(JSON.parse(proxy) as ProxyOnWay, settings)
    open.push(dispatcher)
    return dispatcher
  })
  return {
    to: remembering(100, (address) => {
      const proxy = proxyFor(address)
      return proxy === null ? direct() : through(JSON.stringify(proxy))
    }),
    close: async () => void (await Promise.all([direct(), ...open].map((each) => each.destroy()))),
  }
}

/** How long a proxy may take to make a connection, in milliseconds; undici gives one to the proxy itself as much. */
const patienceMs = 10_000

/** Connections through a proxy, by a tunnel each; a tunnel that is not made is the proxy's fault: nothing was sent. */
function openProxy({ origin, token }: ProxyOnWay, settings: Pool.Options): ProxyAgent {
  return new (proxyAgentOf())({
    ...settings,
    uri: origin,
    ...(token === null ? {} : { token }),
    clientFactory(address, options) {
      const pool = new (poolOf())(address, { ...(options as Pool.Options), headersTimeout: patienceMs })
      const tunnel = async (connection: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
        const answer = await connectOf()
          .call(pool, connection)
          .catch((error: unknown) => {
            throw new TransportError('unreachable', codeOfProxy(origin, codeOf(error)))
          })
        if (answer.statusCode === 200) return answer
        answer.socket.on('error', () => undefined).destroy()
        throw new TransportError('unreachable', codeOfProxy(origin, String(answer.statusCode)))
      }
      return Object.assign(pool, { connect: tunnel })
    },
  })
}

const shared = onFirstUse(openDispatchers)

/** What sends requests of a `fetch` to an address, over connections that stay open as long as the process. */
export function sharedDispatcher(address: string): Dispatcher {
  return shared().to(address)
}

/** The innermost system code, with the call for an unreachable host: only if connecting failed was nothing sent. */
export function codeOf(error: unknown): string {
  const { code, syscall, cause, errors } = error as {
    code?: string
    syscall?: string
    cause?: unknown
    errors?: unknown[]
  }
  if (code !== undefined) return /UNREACH$/.test(code) && syscall !== 'connect' ? `${code} ${syscall}` : code
  const inner = errors?.[0] ?? cause
  return inner === undefined ? (error as Error).message : codeOf(inner)
}
