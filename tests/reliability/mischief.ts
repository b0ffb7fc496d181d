import type { Fault } from '../../src/service/faults/fault.ts'
import { resetHeader, resetMark } from '../../src/service/faults/strike.ts'
import type { Service } from '../../src/service/index.ts'
import type { Session } from '../../src/wire/api/session.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { type Transport, TransportError, type WireAnswer } from '../../src/wire/client/transport.ts'

/** How a spoilt exchange between client and service ends. */
export type SpoiltAnswer = 429 | 502 | 504 | 408 | 404 | 'reset' | 'inside 200'

/** Mischief between a client and a service, or by the service itself. */
export type Mischief =
  /** The service takes the message, but the client gets another answer; the session may show the message late. */
  | { kind: 'taken'; answer: SpoiltAnswer; lateMs?: number }
  /** The client gets another answer at once; the message reaches the service that many milliseconds later. */
  | { kind: 'late copy'; answer: SpoiltAnswer; lateMs: number }
  /** The service takes the message, but the client gets another answer. The agent does more that much later. */
  | { kind: 'late work'; answer: SpoiltAnswer; lateMs: number }
  /**
   * The service takes the message, but the client gets another answer. The message is carried out a second time once
   * the client has looked at the session, or at the end.
   */
  | { kind: 'second copy'; answer: SpoiltAnswer }
  /** Sessions are shown as they were that many milliseconds ago. */
  | { kind: 'late session'; lateMs: number }
  /** Refused with 429; `retryAfter` is in seconds. */
  | { kind: 'refused'; retryAfter: number }
  /** A fault of the service itself. */
  | { kind: 'service'; fault: Fault }

/** A service with mischief in front of it. */
export interface MischievousService extends Service {
  /** Waits until every delayed message has reached the service. */
  arrived(): Promise<void>
}

/**
 * Does mischief to the chat turns for which `mischiefOf`, given the number of earlier turns, returns some.
 * Answers that it makes up contain `echo`, as a careless gateway would repeat a key.
 */
export function doMischief(
  service: Service,
  mischiefOf: (turn: number, request: string) => Mischief | null,
  echo = '',
): MischievousService {
  const arriving: Promise<unknown>[] = []
  const copies: Request[] = []
  const textsBySession = new Map<string, { at: number; text: string }[]>()
  const textByPath = new Map<string, string>()
  const atWork = new Map<string, { from: number; entries: number }>()
  let [turns, lateMs] = [0, 0]
  const carryOut = async (request: Request, fault?: Fault): Promise<Response> => {
    const requestText = await textOf(request)
    if (fault !== undefined) service.context.faults.set([fault])
    const answering = service.fetch(request) // it checks its faults before it awaits anything
    if (fault !== undefined) service.context.faults.set([])
    const response = await answering
    const text = response.status === 200 ? await textOf(response) : ''
    const [, id] = /"sessionId":"([^"]+)"/.exec(text) ?? /"sessionId":"([^"]+)"/.exec(requestText) ?? []
    if (id !== undefined) await remember(id, request)
    return response
  }
  /** Records the session's current state, with its time. */
  const remember = async (sessionId: string, { url, headers }: Request): Promise<void> => {
    const path = `/api/session/fetch/${encodeURIComponent(sessionId)}`
    const looks = await service.fetch(
      new Request(new URL(path, url), { headers: { 'x-api-key': headers.get('x-api-key') ?? '' } }),
    )
    const views = textsBySession.get(sessionId) ?? []
    views.push({ at: performance.now(), text: await looks.text() })
    textsBySession.set(sessionId, views)
  }
  const showOld = (path: string): Response => {
    const views = textsBySession.get(decodeURIComponent(path.split('/').at(-1) ?? '')) ?? []
    const old = views.findLast(({ at }) => at <= performance.now() - lateMs)?.text ?? ''
    const before = textByPath.get(path) ?? ''
    const text = old.length > before.length ? old : before
    return text === '' ? answerWith(404, echo) : new Response(text, { headers: json })
  }
  /** Shows the current session. After that it never looks older again, however delayed sessions become. */
  const showNow = async (path: string, looks: Promise<Response>): Promise<Response> => {
    const response = await looks
    if (response.status === 200) textByPath.set(path, await textOf(response))
    return response
  }
  const sessionOf = async (sessionId: string, { url, headers }: Request): Promise<Session> => {
    const path = `/api/session/fetch/${encodeURIComponent(sessionId)}`
    const request = new Request(new URL(path, url), { headers: { 'x-api-key': headers.get('x-api-key') ?? '' } })
    return ((await (await service.fetch(request)).json()) as { data: Session }).data
  }
  /** Adds the agent's late work to a session, once it is due. */
  const showWork = async (path: string, response: Response): Promise<Response> => {
    const work = atWork.get(decodeURIComponent(path.split('/').at(-1) ?? ''))
    if (work === undefined || performance.now() < work.from || response.status !== 200) return response
    const envelope = (await response.json().catch(() => null)) as { data: Session } | null
    if (envelope === null) return answerWith('reset', echo)
    // A delayed view may predate the turn.
    if (envelope.data.transcript.length < work.entries) return Response.json(envelope)
    envelope.data.transcript.splice(work.entries, 0, ...lateWork(envelope.data.transcript[work.entries - 1]))
    return Response.json(envelope)
  }
  const strike = async (request: Request, mischief: Mischief): Promise<Response> => {
    if (mischief.kind === 'refused') return answerWith(429, echo, mischief.retryAfter)
    if (mischief.kind === 'late copy') {
      const late = new Promise((resolve) => setTimeout(resolve, mischief.lateMs))
      arriving.push(late.then(() => carryOut(request)))
      return answerWith(mischief.answer, echo)
    }
    if (mischief.kind === 'second copy') {
      const copy = request.clone()
      await carryOut(request)
      copies.push(copy)
      return answerWith(mischief.answer, echo)
    }
    if (mischief.kind === 'late work') {
      const text = await textOf(await carryOut(request))
      const { data } = JSON.parse(text) as { data: { sessionId: string } }
      const { transcript } = await sessionOf(data.sessionId, request)
      atWork.set(data.sessionId, { from: performance.now() + mischief.lateMs, entries: transcript.length })
      return answerWith(mischief.answer, echo)
    }
    if (mischief.kind === 'service') return carryOut(request, mischief.fault)
    lateMs = Math.max(lateMs, mischief.lateMs ?? 0)
    const response = await carryOut(request)
    return mischief.kind === 'late session' ? response : answerWith(mischief.answer, echo)
  }
  return {
    ...service,
    async arrived() {
      for (const copy of copies.splice(0)) await carryOut(copy)
      while (arriving.length > 0) await arriving.shift()
    },
    async fetch(request, side) {
      const { pathname } = new URL(request.url)
      if (lateMs > 0 && pathname.includes('/session/fetch/')) return showWork(pathname, showOld(pathname))
      if (pathname.includes('/session/fetch/')) {
        const now = await showNow(pathname, Promise.resolve(service.fetch(request, side)))
        if (now.status === 200) for (const copy of copies.splice(0)) await carryOut(copy)
        return atWork.size > 0 ? showWork(pathname, now) : now
      }
      if (request.method !== 'POST' || !pathname.endsWith('/chat-agent/trigger')) return service.fetch(request, side)
      const text = await request.text()
      const whole = new Request(request.url, { method: 'POST', headers: request.headers, body: text })
      const mischief = mischiefOf(turns++, text)
      return mischief === null ? carryOut(whole) : strike(whole, mischief)
    },
  }
}

/** A call that no script of the matrix allows, and its output. */
function lateWork(last: TranscriptEntry | undefined): TranscriptEntry[] {
  const timestamp = last !== undefined && 'timestamp' in last ? last.timestamp : new Date().toISOString()
  const call = { name: 'issue_refund', call_id: 'late-1', phase: 'during', timestamp } as const
  return [
    { type: 'function_call', ...call, arguments: { amount: 9_999 } },
    { type: 'function_call_output', ...call, output: '{"ok":true}', is_error: false, executionTimeMs: 3 },
  ]
}

/** The text of a body; empty if a fault of the service cut it. */
function textOf(message: Request | Response): Promise<string> {
  return message
    .clone()
    .text()
    .catch(() => '')
}

const json = { 'content-type': 'application/json' }

function answerWith(answer: SpoiltAnswer, echo: string, retryAfter = 1): Response {
  if (answer === 'reset') return resetMark()
  const [status, responseCode] = answer === 'inside 200' ? [200, 400] : [answer, answer]
  const errorCode = answer === 404 ? 'sessionNotFound' : 'internalError'
  const headers = answer === 429 ? { ...json, 'retry-after': String(retryAfter) } : json
  return new Response(JSON.stringify({ responseCode, errorCode, message: `spoilt ${echo}`, data: null }), {
    status,
    headers,
  })
}

/** A transport to a service in this process, without a port, which spoils answers as a socket would. */
export function inMemory(service: Pick<Service, 'fetch'>): Transport {
  return async ({ method, url, headers, body, timeLimitMs, signal }) => {
    if (signal?.aborted === true) throw new TransportError('aborted', 'interrupted')
    const exchange = async (): Promise<WireAnswer> => {
      const response = await service.fetch(
        new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
      )
      if (response.headers.has(resetHeader)) throw new TransportError('unreachable', 'ECONNRESET')
      const text = await response
        .text()
        .catch(() => Promise.reject(new TransportError('unreachable', 'UND_ERR_SOCKET')))
      return { status: response.status, headers: Object.fromEntries(response.headers), text }
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TransportError('timed out', `${timeLimitMs} ms`)), timeLimitMs)
    })
    return Promise.race([exchange(), late]).finally(() => clearTimeout(timer))
  }
}
