import { operations } from '../api/operation.ts'
import { findAddressing } from './find-addressing.ts'
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

/** The members of a chat trigger that address nobody; anything else might. Times are refused by a service (CHA-10), and send nothing by themselves. */
const harmless = new Set([
  'doReturnResponse',
  'agentName',
  'agentVersion',
  'message',
  'sessionId',
  'metadata',
  'chatOptions',
  'timezone',
  'scheduleTime',
  'startWorkingHour',
  'endWorkingHour',
])

/** The headers that a request needs. Others could ask for another method or name an addressee. */
const plainHeaders = new Set(['x-api-key', 'authorization', 'content-type', 'accept', 'user-agent'])

/** Why a request could reach a real person, whatever host it goes to; null when it is harmless under every reading. */
export function dangerOf({ method, url, headers, body }: WireRequest): string | null {
  const { pathname, search } = new URL(url)
  if (search !== '') return 'a query is not part of the interface'
  if (url.replace(/^https?:\/\/[^/\\?#]+/i, '') !== pathname) return 'the path is written so that services may differ'
  const header = Object.keys(headers).find((name) => !isUsual(name, headers[name]))
  if (header !== undefined) return `the header ${header} is not part of the interface`
  if (method === 'GET')
    return isRead(pathname) && body === undefined ? null : `GET ${pathname} is not one of the two reads`
  if (method !== 'POST' || pathname !== operations['chat.trigger'].path)
    return `${method} ${pathname} can reach a real person`
  if (!isJson(headers)) return 'a body whose content type is not application/json may be read in another way'
  const sent = parse(body)
  if (sent === null) return 'the body is not a JSON object that is read in one way only'
  if (sent.doReturnResponse !== true) return 'without doReturnResponse: true the chat trigger messages a customer'
  const odd = Object.keys(sent).find((key) => !harmless.has(key))
  if (odd !== undefined) return `${odd} could address a real person, whatever doReturnResponse says`
  const { doReturnResponse, ...rest } = sent
  return findAddressing(rest)
}

function isUsual(name: string, value = ''): boolean {
  return plainHeaders.has(name.toLowerCase()) && !/[\r\n\0]/.test(value)
}

function isRead(pathname: string): boolean {
  if (pathname === operations['blueprints.get'].path) return true
  const id = /^\/api\/session\/fetch\/([^/]+)$/.exec(pathname)?.[1]
  return id !== undefined && isPlain(id)
}

/** Whether an id stays an id however often a service decodes it: it holds nothing that could lead to another path. */
function isPlain(id: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    return !/[/\\?#;%\u0000-\u001f]|^\.+$/.test(decodeURIComponent(id).normalize('NFKC'))
  } catch {
    return false // a stray percent sign: services differ in what they make of it
  }
}

function isJson(headers: WireRequest['headers']): boolean {
  const types = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-type')
  return types.length === 1 && types.every(([, type]) => /^application\/json(; ?charset=utf-8)?$/i.test(type))
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
