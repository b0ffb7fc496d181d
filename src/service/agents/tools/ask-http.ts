import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { guardedFetch, isObstructed, troubleOf } from '../../../wire/client/guard.ts'
import type { HttpSource } from '../../workspace/agent.ts'
import { AgentError, type ToolCaller } from '../../workspace/agent-function.ts'
import { mostOutput } from '../code/output.ts'
import { makeRequest, originOf, readVariables, type ToolRequest } from './make-request.ts'

/** How much of the body of a refusal an agent gets to read, in bytes. */
const mostOfRefusal = 1_000

/** How many redirects within its host are followed. */
const mostRedirects = 5

/** Sends a tool's request. @throws AgentError for an unset variable, a forbidden host, or a proxy in the way */
export function prepareHttp(source: HttpSource): (given: JsonObject, caller: ToolCaller) => Promise<JsonValue> {
  readVariables(source)
  originOf(source)
  const fetch = guardedFetch(source)
  return async (args, { variables, signal }) => {
    const request = makeRequest(source, args, variables)
    const response = await follow(fetch, request, signal)
    const { host } = request.url
    if (response.status >= 300) {
      const { text } = await readBody(response, mostOfRefusal).catch(() => ({ text: '' }))
      throw new Error(`${host} answered ${response.status}${text === '' ? '' : `: ${text}`}`)
    }
    return readAnswer(response, host)
  }
}

/** Sends a request and follows redirects within its host. A redirect to another host is an error that names it. */
async function follow(fetch: typeof globalThis.fetch, request: ToolRequest, signal: AbortSignal): Promise<Response> {
  let { url, method, body } = request
  let headers = request.headers
  const hops: string[] = []
  for (let hop = 0; ; hop += 1) {
    const init = { method, headers, signal, ...(body === undefined ? {} : { body }) }
    const response = await fetch(url, init).catch((error: unknown) => {
      signal.throwIfAborted()
      const why = `${url.host} cannot be asked: ${troubleOf(error)}`
      throw isObstructed(error) ? new AgentError(why, 'network') : new Error(why)
    })
    const location = /^30[12378]$/.test(String(response.status)) ? response.headers.get('location')?.trim() : ''
    if (location === undefined || location === '') return response
    hops.push(`${method} ${url.href.replace(/#.*/, '')}`)
    await response.body?.cancel()
    if (!URL.canParse(location, url)) throw new Error(`${url.host} sends the request on to what is no address`)
    const next = new URL(location, url)
    if (!isSameHost(url, next))
      throw new Error(`${url.host} sends the request on to ${next.host}, which is not followed`)
    if (hop === mostRedirects) throw new Error(`${url.host} sends the request on without end`)
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = 'GET'
      body = undefined
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'))
    }
    url = next
    if (hops.includes(`${method} ${url.href.replace(/#.*/, '')}`))
      throw new Error(`${url.host} sends the request on to where it has been, and it is not sent there again`)
  }
}

/** Whether an address is on the same host and port; http to https counts as the same host. */
function isSameHost(from: URL, to: URL): boolean {
  if (from.host === to.host && from.protocol === to.protocol) return true
  return (
    from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:' && from.port + to.port === ''
  )
}

async function readAnswer(response: Response, host: string): Promise<JsonValue> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const { text, whole } = await readBody(response, mostOutput).catch((error: unknown) => {
    if (error instanceof NoText)
      throw new Error(`${host} answered ${type === '' ? 'with bytes' : type}, which is no text`)
    throw new Error(`the answer of ${host} broke off: ${troubleOf(error)}`)
  })
  if (!whole) throw new Error(`${host} answered with more than ${mostOutput} bytes, of which nothing is used`)
  if (text === '') return null
  if (/[/+]json$/.test(type) && parseIfJson(text) === undefined)
    throw new Error(`${host} says that its answer is JSON, which it is not: ${cutText(text, 200)}`)
  return text
}

class NoText extends Error {}

/** The text of an answer, up to a number of bytes; the rest is not even received. */
async function readBody(response: Response, most: number): Promise<{ text: string; whole: boolean }> {
  const charset = /charset="?([\w-]+)/i.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    size += piece.length
    if (size > most) break // leaving the loop cancels the body
  }
  const bytes = Buffer.concat(pieces)
  const whole = size <= most
  if (bytes.subarray(0, most).includes(0)) throw new NoText()
  try {
    return { text: decoderOf(charset, whole).decode(bytes.subarray(0, most), { stream: !whole }), whole }
  } catch {
    throw new NoText()
  }
}

/** A decoder for a charset. `fatal` is off for text that was cut, which may end within a character. */
function decoderOf(charset: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal })
  } catch {
    return new TextDecoder('utf-8', { fatal })
  }
}
