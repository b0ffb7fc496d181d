import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { remembering } from '../../base/memoize.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { isMeaningfulHeader } from '../api/addressing-names.ts'
import { type OperationId, operations } from '../api/operation.ts'
import type { WireRequest } from './transport.ts'

/** A base that holds a path of the interface could make another operation of what follows. */
const ownPaths = Object.values(operations).map(({ path }) => path.replace(/\{.*/, ''))

/** Why services could read a base path in different ways; null if all read it alike. */
const oddityOfBase = remembering(100, (base: string): string | null => {
  const segments = base.slice(1).split('/')
  if (!segments.every((each) => each !== '' && isPlainId(each)))
    return `services may read the base path ${base} in different ways: write it in letters, digits and dashes`
  const read = `${toNormalForm(decodeURIComponent(base), 'NFKC')}/`.toLowerCase()
  const own = ownPaths.find((path) => read.includes(path.toLowerCase()))
  return own === undefined ? null : `the base path ${base} holds ${own}, which is a path of the interface`
})

/** The base path of the service that a request's path begins with; empty for none. */
function baseOf({ url, gateway }: WireRequest): string {
  const base = gateway?.path ?? ''
  return readAddress(url).pathname.startsWith(`${base}/`) ? base : ''
}

/** The path of a request as the interface knows it: what comes after the base path of the service. */
export function pathOf(request: WireRequest): string {
  const { pathname } = readAddress(request.url)
  const base = baseOf(request)
  return base === '' || oddityOfBase(base) !== null ? pathname : pathname.slice(base.length)
}

const routes = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id]
  return { id, method, form: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`) }
})

/** The operation that a method and a path name, and the path's parameter, as written; null for none. */
export function operationOf(
  verb: WireRequest['method'],
  path: string,
): { id: OperationId; parameter: string | undefined } | null {
  const route = routes.find(({ method, form }) => method === verb && form.test(path))
  return route === undefined ? null : { id: route.id, parameter: route.form.exec(path)?.[1] }
}

/** The headers that a request needs. Others could override the method or name an addressee. */
const plainHeaders = new Set(['x-api-key', 'authorization', 'content-type', 'accept', 'user-agent'])

/** What is odd about the form of a request, so that services could read it in different ways; null if nothing is. */
export function oddityOf(request: WireRequest): string | null {
  const { url, headers, gateway } = request
  const { pathname, search } = readAddress(url)
  const base = baseOf(request)
  const oddBase = base === '' ? null : oddityOfBase(base)
  if (oddBase !== null) return oddBase
  if (search !== '') return 'a query is not part of the interface'
  if (url.replace(/^https?:\/\/[^/\\?#]+/i, '') !== pathname) return 'the path is written so that services may differ'
  const more = gateway?.headers ?? []
  const header = Object.keys(headers).find((name) => !isUsual(name, headers[name], more))
  return header === undefined ? null : `the header ${header} is not part of the interface`
}

/** The body as an object with one possible reading, or why not: services differ in which of two members they take. */
export function readBody({
  headers,
  body,
}: WireRequest): { ok: true; sent: Record<string, unknown> } | { ok: false; why: string } {
  if (!isJson(headers))
    return { ok: false, why: 'a body whose content type is not application/json may be read in another way' }
  const sent = parseIfJson(body ?? '')
  return isJsonObject(sent) && JSON.stringify(sent) === body
    ? { ok: true, sent }
    : { ok: false, why: 'the body is not a JSON object that is read in one way only' }
}

/** Whether an id stays one however often it is decoded: nothing in it could lead to another path. */
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

type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

/** Parses an address, caching the last few: each turn's guards ask for the same one. @throws TypeError */
export const readAddress: (text: string) => Address = remembering(100, (text) => {
  const { origin, hostname, pathname, search } = new URL(text)
  return { origin, hostname, pathname, search }
})
