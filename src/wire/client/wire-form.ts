import { remembering } from '../../base/memoize.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { isMeaningfulHeader } from '../api/addressing-names.ts'
import { operations } from '../api/operation.ts'
import type { WireRequest } from './transport.ts'

/** Base paths that every service reads alike. */
const plainBase = /^(?:\/[\w.~:-]+)+$/

/** A base that ends a path of the interface could make another operation of it. */
const ownPaths = Object.values(operations).map(({ path }) => path.replace(/\{.*/, ''))

/** The path of a request as the interface knows it: what comes after the base path of the service. */
export function pathOf({ url, gateway }: WireRequest): string {
  const { pathname } = readAddress(url)
  const base = gateway?.path ?? ''
  if (base === '' || !pathname.startsWith(`${base}/`) || !plainBase.test(base)) return pathname
  return ownPaths.some((path) => `${base}/`.includes(path)) ? pathname : pathname.slice(base.length)
}

/** The headers that a request needs. Others could override the method or name an addressee. */
const plainHeaders = new Set(['x-api-key', 'authorization', 'content-type', 'accept', 'user-agent'])

/** What is odd about the form of a request, so that services could read it in different ways; null if nothing is. */
export function oddityOf({ url, headers, gateway }: WireRequest): string | null {
  const { pathname, search } = readAddress(url)
  if (search !== '') return 'a query is not part of the interface'
  if (url.replace(/^https?:\/\/[^/\\?#]+/i, '') !== pathname) return 'the path is written so that services may differ'
  const more = gateway?.headers ?? []
  const header = Object.keys(headers).find((name) => !isUsual(name, headers[name], more))
  return header === undefined ? null : `the header ${header} is not part of the interface`
}

/**
 * The body as an object with only one possible reading, or why it is not. A member that occurs twice is one
 * reason, since services differ in which one they take.
 */
export function readBody({
  headers,
  body,
}: WireRequest): { ok: true; sent: Record<string, unknown> } | { ok: false; why: string } {
  if (!isJson(headers))
    return { ok: false, why: 'a body whose content type is not application/json may be read in another way' }
  const sent = parse(body)
  return sent === null
    ? { ok: false, why: 'the body is not a JSON object that is read in one way only' }
    : { ok: true, sent }
}

/**
 * Whether an id stays an id however often a service decodes it: it contains nothing that could lead to another path.
 */
export function isPlainId(id: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    return !/[/\\?#;%\u0000-\u001f]|^\.+$/.test(toNormalForm(decodeURIComponent(id), 'NFKC'))
  } catch {
    return false // a stray percent sign: services differ in how they read it
  }
}

function isUsual(name: string, value = '', more: readonly string[]): boolean {
  const own = name.toLowerCase()
  return (plainHeaders.has(own) || (more.includes(own) && !isMeaningfulHeader(own))) && !/[\r\n\0]/.test(value)
}

function isJson(headers: WireRequest['headers']): boolean {
  const types = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-type')
  return types.length === 1 && types.every(([, type]) => /^application\/json(; ?charset=utf-8)?$/i.test(type))
}

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

/** The parts of an address by which requests are judged and sent. */
type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

/**
 * Parses an address. Turns all go to the same one, and every guard on their way parses it again, so the last
 * few are cached.
 * @throws TypeError for a text that is not an address
 */
export const readAddress: (text: string) => Address = remembering(100, (text) => {
  const { origin, hostname, pathname, search } = new URL(text)
  return { origin, hostname, pathname, search }
})
