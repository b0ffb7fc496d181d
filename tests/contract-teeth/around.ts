import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import type { Service } from '../../src/service/app.ts'
import type { HostSide } from '../../src/service/route-operations.ts'
import { type OperationId, operations } from '../../src/wire/api/operation.ts'
import type { Wrap } from './mutant.ts'

/** A request on its way into the service. */
export interface Asked {
  /** Null if the path is not part of the interface. */
  operation: OperationId | null
  method: string
  path: string
  origin: string
  headers: Record<string, string>
  text: string | null
  /** The members of the body; empty unless it is an object. */
  body: JsonObject
  side: HostSide | undefined
}

/** An answer on its way out. */
export interface Answered {
  status: number
  headers: Record<string, string>
  body: JsonObject
}

/** Passes a request, changed or not, to the real service. */
export type Next = (asked: Asked) => Promise<Answered>

/**
 * A mistake that sees every request of the interface and its answer; `service` gives access to what it has
 * stored.
 */
export function around(change: (asked: Asked, next: Next, service: Service) => Promise<Answered>): Wrap {
  return (service) => {
    const next: Next = async ({ method, path, origin, headers, text, side }) => {
      const init = { method, headers, ...(text === null ? {} : { body: text }) }
      const response = await service.fetch(new Request(origin + path, init), side)
      const body: unknown = JSON.parse(await response.text())
      return { status: response.status, headers: plain(response.headers), body: isJsonObject(body) ? body : {} }
    }
    return {
      async fetch(request, side) {
        const { pathname, search, origin } = new URL(request.url)
        if (pathname.startsWith('/_local')) return service.fetch(request, side)
        const text = request.body === null ? null : await request.text()
        const call: Asked = {
          operation: operationOf(request.method, pathname),
          method: request.method,
          path: pathname + search,
          origin,
          headers: plain(request.headers),
          text,
          body: membersOf(text),
          side,
        }
        const { status, headers, body } = await change(call, next, service)
        return new Response(JSON.stringify(body), { status, headers })
      },
    }
  }
}

/** The request with another body. */
export function withBody(call: Asked, body: JsonObject): Asked {
  return { ...call, body, text: JSON.stringify(body) }
}

/** The request with another API key. */
export function withKey(call: Asked, key: string): Asked {
  const bearer = call.operation === 'node.trigger' ? { authorization: `Bearer ${key}` } : {}
  return { ...call, headers: { ...call.headers, 'x-api-key': key, ...bearer } }
}

/** A refusal with this status and error code. */
export function refusal(status: number, errorCode: string): Answered {
  return { ...json, status, body: { responseCode: status, errorCode, message: 'no', data: null } }
}

/** A success with this data. */
function success(data: JsonValue): Answered {
  return { ...json, status: 200, body: { responseCode: 200, message: 'success', data } }
}

/** A success that looks like its operation's, although nothing was done. */
export function pretend({ operation, body }: Asked): Answered {
  const sessionId = crypto.randomUUID()
  if (operation === 'chat.trigger')
    return success(body.doReturnResponse === true ? { sessionId, transcript: [] } : { sessionId })
  return success(operation === 'call.trigger' ? { callId: sessionId } : null)
}

const json = { headers: { 'content-type': 'application/json' } }

function plain(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'))
}

function operationOf(method: string, pathname: string): OperationId | null {
  const all = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][]
  const entry = all.find(
    ([, each]) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/, '[^/]*')}$`).test(pathname),
  )
  return entry?.[0] ?? null
}

function membersOf(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isJsonObject(value) ? value : {}
  } catch {
    return {} // the service itself answers what is wrong with it
  }
}
