import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { textsIn } from '../../../base/json/walk-json.ts'
import { readVariable } from '../../../base/secrets/environment.ts'
import { unsendable } from '../../../base/secrets/secret-keys.ts'
import { isLoopback } from '../../../wire/client/loopback.ts'
import type { HttpSource } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import { type ReadPieces, readTemplate, splitAddress } from '../../workspace/request-template.ts'

export interface ToolRequest {
  url: URL
  method: HttpSource['method']
  headers: Record<string, string>
  body?: string
}

interface Filling {
  /** How slots are written. @default as in tools */
  read?: ReadPieces
  /** Whether the request has its slots alone: nothing is added, and a list in a slot of a list becomes its items. */
  exact?: boolean
}

/** The values for the slots of a request. `used` collects the arguments that slots have taken. */
interface Scope extends Required<Filling> {
  args: JsonObject
  variables: JsonObject
  used: Set<string>
}

/** Reads the variables of the environment that a request needs. @throws AgentError that names one that is not set */
export function readVariables({ url, headers, query, body }: HttpSource): void {
  for (const text of textsIn([url, headers, query, body ?? null]))
    for (const piece of readTemplate(text)) if (piece.kind === 'env') readVariable(piece.text)
}

/** The origin that a tool asks, with the variables of the environment. @throws AgentError if it may not be asked */
export function originOf({ url, live }: Pick<HttpSource, 'url' | 'live'>): URL {
  const { origin } = splitAddress(url)
  const filledOrigin = readTemplate(origin)
    .map(({ kind, text }) => (kind === 'env' ? readVariable(text) : text))
    .join('')
  const base = URL.canParse(filledOrigin) ? new URL(filledOrigin) : null
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new AgentError(`${origin} is no http or https address`, 'script')
  if (live || isLoopback(base.hostname)) return base
  throw new AgentError(`${base.hostname} is not this machine, and the url has no live: yes beside it`, 'script')
}

/** The request for arguments; unused ones go to the query of a GET or DELETE, else to the body. @throws Error */
export function makeRequest(
  source: HttpSource,
  args: JsonObject,
  variables: JsonObject,
  { read = readTemplate, exact = false }: Filling = {},
): ToolRequest {
  const { method } = source
  const scope: Scope = { args: args, variables, used: new Set(), read, exact }
  const url = originOf(source)
  const { path, query } = splitAddress(source.url)
  url.pathname = joinPaths(url.pathname, fillPath(path, scope))
  // as written; slots contain nothing that is escaped
  const queryEntries: [string, JsonValue][] = [...new URLSearchParams(query), ...Object.entries(source.query)]
  const parameters = queryEntries.map(([name, value]): [string, JsonValue | undefined] => [name, fillAll(value, scope)])
  const headers = fillHeaders(source.headers, scope)
  moveCredentials(url, headers)
  const filledBody = source.body === undefined ? undefined : fillAll(source.body, scope)
  const rest = exact ? [] : Object.entries(args).filter(([name]) => !scope.used.has(name))
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const merges = !exact && hasBody && (source.body === undefined || isJsonObject(filledBody))
  if (!merges) parameters.push(...rest)
  for (const [name, value] of parameters) for (const each of queryValues(value)) url.searchParams.append(name, each)
  const body = merges ? Object.fromEntries([...rest, ...Object.entries(filledBody ?? {})]) : filledBody
  return { url, method, headers, ...(body === undefined ? {} : { body: writeBody(body, headers) }) }
}

/** Moves the user and password of an address into a header, which is where they are sent. */
export function moveCredentials(url: URL, headers: Record<string, string>): void {
  if (url.username === '' && url.password === '') return
  const plain = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  headers.authorization ??= `Basic ${Buffer.from(plain).toString('base64')}`
  url.username = ''
  url.password = ''
}

function joinPaths(base: string, path: string): string {
  return path === '' ? base : base.replace(/\/$/, '') + path
}

/** The path, its slots filled by one segment at most, so that no argument leads to another place. */
function fillPath(path: string, scope: Scope): string {
  const filledPath = scope
    .read(path)
    .map(({ kind, text }) => {
      if (kind === 'text' || kind === 'env') return kind === 'env' ? readVariable(text) : text
      const value = kind === 'argument' ? argument(text, scope) : variable(text, scope)
      if (value === undefined || value === null || value === '')
        throw new Error(`${text} is ${value === '' ? 'empty' : 'missing'}, and the address needs it`)
      if (typeof value === 'object') throw new Error(`${text} is no text or number, which the address needs`)
      return encodeURIComponent(wellFormed(String(value)))
    })
    .join('')
  const odd = filledPath.split('/').find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  if (odd !== undefined) throw new Error(`"${odd}" would lead to another address`)
  return filledPath
}

function fillHeaders(headers: HttpSource['headers'], scope: Scope): Record<string, string> {
  const headerEntries = Object.entries(headers).map(([name, template]): [string, string] => {
    const value = String(fillText(template, scope)).trim()
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error(`"${name}" is no name of a header`)
    if (unsendable.test(value)) {
      const message = `the header ${name} holds a character that no header can carry`
      // a value of the environment is wrong before anybody asks; one of the customer's details is an answer to the agent
      const isSetting = scope.read(template).some(({ kind }) => kind === 'env')
      throw isSetting ? new AgentError(message, 'script') : new Error(message)
    }
    return [name.toLowerCase(), value]
  })
  return { accept: 'application/json, text/plain;q=0.9, */*;q=0.5', ...Object.fromEntries(headerEntries) }
}

/** Fills every text of a value; members and items whose argument is missing are left out. */
function fillAll(value: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof value === 'string') return fillValue(value, scope)
  if (Array.isArray(value)) return value.flatMap((each) => fillItem(each, scope))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([name, each]) => [name, fillAll(each, scope)] as const)
  return Object.fromEntries(members.filter(([, each]) => each !== undefined)) as JsonObject
}

function fillItem(item: JsonValue, scope: Scope): JsonValue[] {
  const filledItem = fillAll(item, scope)
  if (filledItem === undefined) return []
  return scope.exact && typeof item === 'string' && Array.isArray(filledItem) ? filledItem : [filledItem]
}

/** A text that is a single slot takes the value with its type; undefined if the argument is missing. */
function fillValue(template: string, scope: Scope): JsonValue | undefined {
  const [only, ...more] = scope.read(template)
  if (only === undefined || more.length > 0) return fillText(template, scope)
  if (only.kind === 'argument') return argument(only.text, scope)
  return only.kind === 'variable' ? variable(only.text, scope) : fillText(template, scope)
}

function fillText(template: string, scope: Scope): string {
  return scope
    .read(template)
    .map(({ kind, text }) => {
      if (kind === 'text') return text
      if (kind === 'env') return readVariable(text)
      const value = kind === 'argument' ? argument(text, scope) : variable(text, scope)
      if (value === undefined) throw new Error(`the argument ${text} is missing, and the request needs it`)
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    })
    .join('')
}

/** An argument by its name, or by a path such as `order.id`. */
function argument(path: string, { args, used }: Scope): JsonValue | undefined {
  if (Object.hasOwn(args, path)) {
    used.add(path)
    return args[path]
  }
  const [first = '', ...steps] = path.split('.')
  used.add(first)
  let value: JsonValue | undefined = Object.hasOwn(args, first) ? args[first] : undefined
  for (const step of steps) value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}

function variable(name: string, { variables }: Scope): JsonValue {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined)
    throw new AgentError(`the customer's details have no ${name}, and the request needs it`, 'script')
  return value
}

/** A list becomes a repeated parameter; a missing value, none. */
function queryValues(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((each) => (Array.isArray(each) ? [JSON.stringify(each)] : queryValues(each)))
  return [typeof value === 'object' ? JSON.stringify(value) : wellFormed(String(value))]
}

/** Replaces lone surrogates by the replacement character, as every HTTP client does. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

/** A text is sent as it is, a mapping as a form if the headers say so, anything else as JSON. */
function writeBody(body: JsonValue, headers: Record<string, string>): string {
  if (typeof body === 'string') {
    headers['content-type'] ??= 'text/plain; charset=utf-8'
    return body
  }
  headers['content-type'] ??= 'application/json'
  if (!/^application\/x-www-form-urlencoded/i.test(headers['content-type']) || !isJsonObject(body))
    return JSON.stringify(body)
  const fields = Object.entries(body).flatMap(([name, value]) => queryValues(value).map((each) => [name, each]))
  return new URLSearchParams(fields).toString()
}
