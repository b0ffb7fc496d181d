import type { Agent } from 'undici'
import { lazyLibrary } from '../../base/memoize.ts'
import { isLoopback, lookUpForConnection } from './loopback.ts'
import { TransportError } from './transport.ts'

const library = lazyLibrary<typeof import('undici')>('undici')

let near: Agent | undefined
let anywhere: Agent | undefined

/**
 * A `fetch` for what a user's workspace names, such as the address of a tool: without `live` it reaches this machine alone,
 * by what a name resolves to. It follows no redirects, keeps no cookies and leaves the time limit to its caller.
 */
export function guardedFetch({ live }: { live: boolean }): typeof fetch {
  return (async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input)
    if (!live && !isLoopback(url.hostname))
      throw new TransportError('blocked', `${url.hostname} is not this machine, and nothing says live: yes`)
    const { fetch, Agent } = library()
    const limits = { headersTimeout: 0, bodyTimeout: 0 }
    if (live) anywhere ??= new Agent(limits)
    else near ??= new Agent({ ...limits, connect: { lookup: lookUpForConnection } })
    const dispatcher = live ? anywhere : near
    return fetch(url, { ...init, redirect: 'manual', dispatcher } as Parameters<typeof fetch>[1])
  }) as typeof fetch
}

/** Why an exchange failed, in the system's own word, without the address and headers that messages of libraries hold. */
export function troubleOf(error: unknown): string {
  const { cause, code, errors } = error as { cause?: unknown; code?: unknown; errors?: unknown[] }
  if (error instanceof TransportError) return error.code
  if (typeof code === 'string') return code
  if (cause !== undefined) return troubleOf(cause)
  if ((error as Error).message === 'bad port') return 'no request is ever sent to this port'
  return errors?.[0] === undefined ? 'the connection broke' : troubleOf(errors[0])
}
