import { operations } from '../api/operation.ts'
import { type Transport, TransportError, type WireRequest } from './transport.ts'

/**
 * Keeps every request that could reach a real person from leaving for a host that is not this machine.
 * It looks at what is about to be sent, after serialisation, so that no mistake above it can get past. Allowed are the
 * two reads and a chat trigger that asks for an inline reply and names no channel and no addressee under any spelling.
 */
export function guardTransport(send: Transport): Transport {
  return async (request) => {
    const reason = isLoopback(new URL(request.url).hostname) ? null : dangerOf(request)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
}

/** Whether a host is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

/** The members of a chat trigger that an inline reply needs; anything else might address somebody. */
const harmless = new Set([
  'doReturnResponse',
  'agentName',
  'agentVersion',
  'message',
  'sessionId',
  'metadata',
  'chatOptions',
  'timezone',
])

function dangerOf({ method, url, body }: WireRequest): string | null {
  const { pathname, search } = new URL(url)
  if (search !== '') return 'a query is not part of the interface'
  if (method === 'GET')
    return isRead(pathname) && body === undefined ? null : `GET ${pathname} is not one of the two reads`
  if (method !== 'POST' || pathname !== operations['chat.trigger'].path)
    return `${method} ${pathname} can reach a real person`
  const sent = parse(body)
  if (sent === null) return 'the body is not a JSON object'
  if (sent.doReturnResponse !== true) return 'without doReturnResponse: true the chat trigger messages a customer'
  const odd = Object.keys(sent).find((key) => !harmless.has(key))
  return odd === undefined ? null : `${odd} could address a real person, whatever doReturnResponse says`
}

function isRead(pathname: string): boolean {
  return pathname === operations['blueprints.get'].path || /^\/api\/session\/fetch\/[^/]+$/.test(pathname)
}

/** The body as an object, or null. A body that names a member twice is refused, since services differ in which one they take. */
function parse(body: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body ?? '')
    const single =
      typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value) === body
    return single ? (value as Record<string, unknown>) : null
  } catch {
    return null // not JSON: the caller says so
  }
}
