import { lazyLibrary } from '../../base/memoize.ts'
import { isPublicLink } from '../../base/public-link.ts'
import {
  addressingMembers,
  fold,
  isAddressName,
  isChannelName,
  isReachName,
  namesInText,
  openValue,
} from '../api/addressing-names.ts'
import { dangerOfDispatch, holdsAddress } from './danger-of-dispatch.ts'
import { sharedDispatcher } from './dispatcher.ts'
import { type LiveSafety, strictSafety } from './live-safety.ts'
import { isLoopback, refuseAstray } from './loopback.ts'
import { describeCode, obstacleOf } from './obstacle.ts'
import { type Transport, TransportError, type WireRequest } from './transport.ts'
import { isPlainId, oddityOf, operationOf, pathOf, readAddress, readBody } from './wire-form.ts'

/**
 * Keeps every request that could reach a real person from leaving for a host that is not this machine. It checks
 * what is about to be sent, after serialisation, so that no mistake above it can get past. Allowed are the two
 * reads, and a chat trigger that asks for an inline reply and names no channel and no addressee under any
 * spelling, with public links as attachments at most; and, with a flag and a list of owned sinks together, what reaches only these (see `dangerOfDispatch`).
 */
export function guardTransport(send: Transport, safety: LiveSafety = strictSafety): Transport {
  return (request) => {
    const { hostname } = readAddress(request.url)
    const reason = isLoopback(hostname) ? null : dangerUnder(request, safety)
    if (reason !== null) return Promise.reject(new TransportError('blocked', reason))
    const proven = refuseAstray(hostname)
    return proven === null ? send(request) : proven.then(() => send(request))
  }
}

/** Why a request must not leave for a host that is not this machine, given what was allowed; null if it may. */
export function dangerUnder(request: WireRequest, safety: LiveSafety): string | null {
  const danger = dangerOf(request)
  return danger === null ? null : dangerOfDispatch(request, danger, safety)
}

/** Members that contain free text, which no service reads as a form. */
const free = new Set(['message', 'additionalcontext'])

interface Place {
  value: unknown
  key: string
  parent: string
  /** Whether it is below a name of somebody to reach. */
  reaches: boolean
}

/**
 * Why a chat trigger's values could address a person, nested, under other names or in JSON text; else null.
 * Metadata may hold `email` or `phone` for prompts, as long as nothing beside them could be a channel.
 */
function findAddressing(body: Record<string, unknown>): string | null {
  const places: Place[] = Object.entries(body).map(([key, value]) => ({
    ...{ value, key: fold(key), parent: '' },
    reaches: isReachName(fold(key)),
  }))
  let channelNamed: string | null = null
  let addressNamed: string | null = null
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, key, parent, reaches } = place
    const name = [key, parent + key].find((each) => addressingMembers.has(each))
    if (name !== undefined) return `${name} inside the body could address a real person`
    if (isChannelName(key)) channelNamed ??= key
    if (isAddressName(key)) addressNamed ??= key
    const content = openValue(value)
    if (content !== null)
      for (const [inner, each] of Object.entries(content)) {
        const own = Array.isArray(content) ? key : fold(inner)
        places.push({ value: each, key: own, parent: key, reaches: reaches || isReachName(own) })
      }
    else if (reaches && (typeof value === 'string' || typeof value === 'number') && holdsAddress(String(value)))
      return `${key} holds an address, and a service could send something there`
    else if (typeof value === 'string' && !free.has(key)) {
      const hidden = namesInText(value).find((each) => addressingMembers.has(each))
      if (hidden !== undefined) return `a text that holds ${hidden} could be read as a member`
    }
  }
  return channelNamed === null || addressNamed === null
    ? null
    : `${channelNamed} and ${addressNamed} together could address a real person`
}

/** Members of a chat trigger that address nobody. Times send nothing by themselves, and are refused (CHA-10). */
const harmless = new Set([
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

/** Why a request could reach a real person, whatever host it goes to; null if it is harmless under every reading. */
function dangerOf(request: WireRequest): string | null {
  const odd = oddityOf(request)
  if (odd !== null) return odd
  const { method, body } = request
  const pathname = pathOf(request)
  const { id, parameter = '' } = operationOf(method, pathname) ?? {}
  if (method === 'GET') {
    const isRead = id === 'blueprints.get' || (id === 'session.get' && isPlainId(parameter))
    return isRead && body === undefined ? null : `GET ${pathname} is not one of the two reads`
  }
  if (id !== 'chat.trigger') return `${method} ${pathname} can reach a real person`
  const read = readBody(request)
  if (!read.ok) return read.why
  const { doReturnResponse, attachments, ...rest } = read.sent
  if (doReturnResponse !== true) return 'without doReturnResponse: true the chat trigger messages a customer'
  const odder = Object.keys(rest).find((key) => !harmless.has(key))
  if (odder !== undefined) return `${odder} could address a real person, whatever doReturnResponse says`
  if (attachments === undefined) return findAddressing(rest)
  return areLinks(attachments)
    ? findAddressing({
        ...rest,
        links: attachments.map((link) => [link, Object.fromEntries(new URL(link).searchParams)]),
      })
    : 'attachments that are no public links could address a real person'
}

/** Whether attachments are links and nothing else, which an inline reply shows to the agent alone. */
function areLinks(attachments: unknown): attachments is string[] {
  const isLink = (each: unknown): boolean => typeof each === 'string' && isPublicLink(each)
  return Array.isArray(attachments) && attachments.length > 0 && attachments.every(isLink)
}

/** Safe mode: the live guard on every host; rules that need what it blocks are not run. */
export function guardEverywhere(send: Transport): Transport {
  return async (request) => {
    const reason = dangerOf(request)
    if (reason !== null) throw new TransportError('blocked', reason)
    return send(request)
  }
}

type Undici = typeof import('undici')
const library = lazyLibrary<Undici>('undici')

/** A `fetch` for a workspace's addresses: this machine alone without `live`, as names resolve; follows no redirects. */
export function guardedFetch({ live }: { live: boolean }): typeof fetch {
  return (async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input)
    if (!live && !isLoopback(url.hostname))
      throw new TransportError('blocked', `${url.hostname} is not this machine, and nothing says live: yes`)
    const dispatcher = sharedDispatcher(url.origin)
    return library().fetch(url, { ...init, redirect: 'manual', dispatcher } as Parameters<Undici['fetch']>[1])
  }) as typeof fetch
}

/** The system's error code of a failed exchange, or its words (see `describeCode`). The messages of libraries may contain the address and headers. */
export function troubleOf(error: unknown): string {
  const { message } = error as Error
  if (message === 'bad port') return 'no request is ever sent to this port'
  const code = codeOf(error)
  return code === null ? 'the connection broke' : describeCode(code)
}

/** Whether a proxy or a certificate kept a connection from being made: nothing was sent, and the far side has no part in it. */
export function isObstructed(error: unknown): boolean {
  const code = codeOf(error)
  return code !== null && obstacleOf(code) !== null
}

function codeOf(error: unknown): string | null {
  const { cause, code, errors } = error as { cause?: unknown; code?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  const inner = cause ?? errors?.[0]
  return inner === undefined ? null : codeOf(inner)
}
