import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { parseExactJson, parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import {
  fillFromEnvironment,
  redactEnvironment,
  redactEnvironmentIn,
  UnsetVariable,
} from '../../../base/secrets/environment.ts'
import { redactKeys, redactKeysIn } from '../../../base/secrets/secret-keys.ts'
import { firstLine, showTime } from '../../../base/text/wording.ts'
import type { Layer } from '../../../wire/api/layer.ts'
import { guardedFetch } from '../../../wire/client/guard.ts'
import { describeCode, obstacleOf } from '../../../wire/client/obstacle.ts'
import { readNextTry, TransportError } from '../../../wire/client/transport.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { AgentError, type AgentTurn } from '../../workspace/agent-function.ts'
import { checkAnswer } from '../check-answer.ts'
import { layerOfCode, layerOfError, layerOfStatus } from '../code/layer-of-error.ts'

/** The other end of a remote agent, for one turn; no secret is in its messages and values. */
export interface FarSide {
  url: URL
  /** A `fetch` that adds the stated headers, and resolves for sound answers only. @throws AgentError */
  fetch: typeof fetch
  /** The JSON of an answer. Null for an answer without a body. @throws AgentError for any other body that is not JSON */
  json(answer: Response): Promise<JsonValue>
  /** Posts JSON. Null for an answer without a body. @throws AgentError for any other body that is not JSON */
  post(address: URL, body: JsonObject, headers?: Record<string, string>): Promise<JsonValue>
  /** An error that begins with the far side's name; `it` goes on: "answers nothing". @default the agent's layer */
  fail(it: string, layer?: Layer | null): AgentError
  /** Wraps what a library threw. If an exchange failed before, that error is returned: it is the cause. */
  failed(error: unknown): AgentError
  /** Throws the error of a broken exchange that a library took for the end of an answer. @throws AgentError */
  throwIfBroken(): void
  /** Redacts a value from the far side, which may repeat our secrets. */
  conceal<T>(value: T): T
}

const names: Record<RemoteBehaviour['protocol'], string> = {
  'chat completions': 'the chat completions',
  a2a: 'the A2A agent',
  'ag-ui': 'the AG-UI agent',
  webhook: 'the webhook',
  http: 'the HTTP agent',
}

/** How often a request is repeated when the far side asks to try again later. */
const mostWaits = 10

/** Opens the far side for a turn. @throws AgentError for an address or a header that is invalid or lacks a variable */
export function openFarSide(behaviour: RemoteBehaviour, { signal }: Pick<AgentTurn, 'signal'>): FarSide {
  const { protocol, live, limitMs } = behaviour
  const { url, headers } = addressOf(behaviour)
  const name = `${names[protocol]} at ${url.host}`
  const deadline = performance.now() + limitMs
  const send = withinOrigin(guardedFetch({ live }), url.origin)
  let first = null as AgentError | null
  const concealText = (text: string): string => redactEnvironment(redactKeys(text))
  const conceal = <T>(value: T): T => redactEnvironmentIn(redactKeysIn(value))
  const fail: FarSide['fail'] = (it, layer) => new AgentError(concealText(`${name} ${it}`), layer ?? 'agent')
  const keep = (error: AgentError): AgentError => {
    first ??= error
    return error
  }
  const failed = (error: unknown): AgentError => {
    if (first !== null) return first
    if (error instanceof AgentError) return keep(error)
    if (error instanceof TransportError) return keep(fail(describe(error), layerOf(error)))
    const message = error instanceof Error ? error.message : String(error)
    return keep(fail(`cannot be understood: ${cutText(concealText(firstLine(message)), 300)}`, layerOfError(error)))
  }
  const throwIfBroken = (): void => {
    if (first !== null) throw first
  }
  const excerpt = (text: string): string => {
    const words = concealText(text).replace(/\s+/g, ' ').trim()
    return words === '' ? 'nothing' : JSON.stringify(cutText(words, 200))
  }

  const checkIt = ({ headers }: Response): ((bytes?: Uint8Array) => void) => {
    const type = headers.get('content-type') ?? ''
    const check = checkAnswer(type)
    return (bytes) => {
      const flaw = check(bytes)
      if (flaw !== null) throw fail(`answers with ${flaw}`, isPage(type, '') ? 'service' : 'agent')
    }
  }

  const ask = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const own = new Headers(init.headers)
    for (const [key, value] of headers) own.set(key, value)
    const all = init.signal == null ? signal : AbortSignal.any([signal, init.signal])
    for (let waits = 0; ; waits += 1) {
      const answer = await send(input, { ...init, headers: own, signal: all }).catch((error: unknown) => {
        throw transportError(error)
      })
      if (answer.ok) return guarded(answer, failed, checkIt(answer))
      const wait = [429, 503].includes(answer.status)
        ? readNextTry({ headers: Object.fromEntries(answer.headers) }, waits)
        : null
      const remainingMs = deadline - performance.now()
      if (wait === null || wait >= remainingMs || waits === mostWaits) {
        const text = await guarded(answer, failed, () => undefined).text()
        const words = excerpt(text.slice(0, 2_000))
        const at = `${init.method ?? 'GET'} ${concealText(new URL(String(input)).pathname)}`
        throw fail(refusal(answer.status, wait, remainingMs, words, at), layerOfRefusal(answer.status, text))
      }
      await answer.body?.cancel()
      await pause(wait, undefined, { signal: all })
    }
  }
  const fetchIt: typeof fetch = (input, init) => ask(input, init).catch((error) => Promise.reject(keep(failed(error))))

  const json: FarSide['json'] = async (answer) => {
    const text = await answer.text()
    throwIfBroken()
    if (text.trim() === '') return null
    const read = parseIfJson(text, parseExactJson)
    if (read !== undefined) return conceal(read)
    const type = answer.headers.get('content-type') ?? ''
    const layer = isPage(type, text) ? 'service' : 'agent'
    throw fail(`${misread(type, text)}: it begins with ${excerpt(text.slice(0, 2_000))}`, layer)
  }

  return {
    url,
    fetch: fetchIt,
    fail,
    failed,
    throwIfBroken,
    conceal,
    json,
    async post(address, body, more = {}) {
      const sent = { 'content-type': 'application/json', accept: 'application/json', ...more }
      return json(await fetchIt(address, { method: 'POST', headers: sent, body: JSON.stringify(body) }))
    },
  }
}

/** The address and the headers, with the values of the environment. */
function addressOf({ url: urlTemplate, headers: headerTemplates, protocol }: RemoteBehaviour): {
  url: URL
  headers: [name: string, value: string][]
} {
  const text = fill(urlTemplate, `the address of ${protocol}`)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AgentError(
      `the address of ${protocol}, ${urlTemplate}, is no http or https address once it is filled in`,
      'script',
    )
  if (url.username !== '' || url.password !== '')
    throw new AgentError(`the address of ${protocol}, ${urlTemplate}, holds a user: state a header instead`, 'script')
  const headers = Object.entries(headerTemplates).map(([name, value]): [string, string] => {
    const headerValue = fill(value, `the header ${name} of ${protocol}`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(headerValue))
      throw new AgentError(`the header ${name} of ${protocol} holds a character that no header can carry`, 'script')
    return [name, headerValue]
  })
  return { url, headers }
}

function fill(text: string, where: string): string {
  try {
    return fillFromEnvironment(text)
  } catch (error) {
    if (!(error instanceof UnsetVariable)) throw error
    throw new AgentError(`${where} needs the environment variable ${error.variable}, which is not set`, 'script')
  }
}

function refusal(status: number, wait: number | null, remainingMs: number, body: string, at: string): string {
  if (status === 401 || status === 403)
    return `refuses the request (${status}): check its headers and the variables of the environment in them, and the keys that it uses itself. It says ${body}`
  if (status === 404 || status === 405) return `has nothing at ${at} (${status}): check the address. It says ${body}`
  if (wait !== null)
    return `takes no more requests now (${status}) and asks to wait ${showTime(wait)}, and the turn has ${showTime(Math.max(0, remainingMs))} left (limits: time)`
  if (status === 429) return `takes no more requests now (429), and does not say for how long. It says ${body}`
  return status >= 500 ? `broke (${status}). It says ${body}` : `refuses ${at} (${status}). It says ${body}`
}

/** 404 and 405 are of a wrong address, 500 of the agent unless its body has a provider's error; others pass on. */
function layerOfRefusal(status: number, body: string): Layer | null {
  if (status === 404 || status === 405) return 'script'
  return status === 500 ? layerOfError(parseIfJson(body, parseExactJson), { except: status }) : layerOfStatus(status)
}

/** An agent that has not answered in time may have been working; without a connection it was never asked. */
function layerOf({ kind, code }: TransportError): Layer {
  if (kind === 'blocked') return 'script'
  return kind === 'unreachable' ? (layerOfCode(code) ?? 'network') : 'agent'
}

function describe({ kind, code }: TransportError): string {
  if (kind === 'blocked') return `is not asked: ${code}`
  if (kind === 'oversized') return `answers with ${code}`
  if (kind === 'aborted' || kind === 'timed out') return 'has not answered in time'
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `cannot be found: its name is not known (${code})`
  if (code === 'ECONNREFUSED') return 'cannot be reached: nothing listens there (ECONNREFUSED); is it started?'
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code))
    return `broke off in the middle of its answer (${code})`
  return obstacleOf(code) === null ? `cannot be reached (${code})` : `cannot be reached: ${describeCode(code)}`
}

/** Whether a body is a page for people, such as a proxy in front of an agent sends. */
function isPage(type: string, text: string): boolean {
  return /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text)
}

function misread(type: string, text: string): string {
  if (isPage(type, text)) return 'answers with HTML, not with JSON'
  if (/event-stream/i.test(type)) return 'answers with a stream, and it was asked for one JSON value'
  return 'answers with something that is no JSON, or was cut off'
}

/** How many redirects within the origin are followed, and the size limit of an answer. */
const [mostRedirects, mostBytes] = [5, 16 * 1024 * 1024]

/**
 * Keeps requests to one origin, since headers hold secrets. Redirects are followed within it, unchanged (307, 308),
 * to addresses not yet asked: none gets a turn twice. @throws TransportError
 */
function withinOrigin(send: typeof fetch, origin: string): typeof fetch {
  const ask = async (address: URL, init: RequestInit, hops: readonly string[]): Promise<Response> => {
    if (address.origin !== origin)
      throw blocked(`it leads to ${address.host}, which gets none of its headers: state that address instead`)
    const answer = await send(address, init)
    const { status } = answer
    if (status < 300 || status > 399) return answer
    await answer.body?.cancel()
    const location = answer.headers.get('location')?.trim() ?? ''
    if (location === '' || !URL.canParse(location, address))
      throw blocked(`it redirects (${status}) without saying where to`)
    const target = new URL(location, address)
    if (target.origin !== origin)
      throw blocked(
        `it redirects (${status}) to ${target.host}, which gets none of its headers: state that address instead`,
      )
    target.hash = ''
    const all = [...hops, address.href]
    if (all.includes(target.href))
      throw blocked(
        `it redirects (${status}) back to an address that has had the request, which is not sent there again`,
      )
    if (![307, 308].includes(status) || hops.length === mostRedirects)
      throw blocked(`it redirects (${status}) to another address of its own: state the one that it leads to`)
    return ask(target, init, all)
  }
  return (input, init = {}) => {
    const address = new URL(input instanceof Request ? input.url : input)
    address.hash = ''
    return ask(address, init, [])
  }
}

function blocked(reason: string): TransportError {
  return new TransportError('blocked', reason)
}

/**
 * The answer, its body ended when too large, broken off or refused by `check`; the reason goes to `failed`, as
 * libraries lose the errors of a body, or end the process on them.
 */
function guarded(
  answer: Response,
  failed: (error: unknown) => AgentError,
  check: (bytes?: Uint8Array) => void,
): Response {
  if (answer.body === null) return answer
  const reader = answer.body.getReader()
  let size = 0
  let isGivenUp = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (isGivenUp) return
        check(value)
        if (done) return controller.close()
        size += value.length
        if (size <= mostBytes) return controller.enqueue(value)
        throw new TransportError('oversized', `more than ${mostBytes} bytes`)
      } catch (error) {
        if (isGivenUp) return
        failed(error instanceof AgentError ? error : transportError(error))
        controller.close()
        await reader.cancel().catch(() => undefined)
      }
    },
    cancel(reason) {
      isGivenUp = true
      return reader.cancel(reason).catch(() => undefined)
    },
  })
  return new Response(body, { status: answer.status, headers: answer.headers })
}

/** Converts what the network library threw; the innermost code counts. */
function transportError(error: unknown): TransportError {
  let at: unknown = error
  let code: string | undefined
  for (let depth = 0; depth < 6 && at instanceof Error; depth += 1) {
    if (at instanceof TransportError) return at
    const { name, code: own, cause, errors } = at as Error & { code?: unknown; errors?: unknown[] }
    if (name === 'AbortError' || name === 'TimeoutError') return new TransportError('aborted', 'interrupted')
    if (typeof own === 'string') code = own
    at = cause ?? errors?.[0]
  }
  return new TransportError('unreachable', code ?? 'the exchange broke')
}
