import { isJsonObject } from '../../base/json/json.ts'
import { redactKeys, redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { type Transport, TransportError, type WireAnswer, type WireRequest } from '../../wire/client/transport.ts'
import { answerOf, meaningOf } from './read-wire.ts'
import type { TapedAnswer, TapedExchange } from './tape.ts'
import { howTold, type KeyTold } from './told-keys.ts'

/** A transport that records whatever passes through it. */
export interface Recorder {
  send: Transport
  /** The exchanges so far, in order. Only the API key has been removed yet. */
  exchanges: TapedExchange[]
  /** Whether and how each answer contained the key. */
  passages: KeyTold[]
}

/** Records what a transport does; a repeated read with the same answer once. Nothing blocked or interrupted. */
export function recordThrough(send: Transport, apiKey: string): Recorder {
  const exchanges: TapedExchange[] = []
  const keysTold: KeyTold[] = []
  const keep = (request: WireRequest, answer: TapedAnswer, ms: number): void => {
    const raw: TapedExchange = { request: meaningOf(withoutKey(request, apiKey)), ms, answer }
    const exchange = redactKeysIn(keepOwnMessages(raw, exchanges), apiKey)
    const last = exchanges.at(-1)
    if (last === undefined || request.method !== 'GET' || contentOf(last) !== contentOf(exchange))
      exchanges.push(exchange)
  }
  return {
    exchanges,
    passages: keysTold,
    async send(request) {
      const began = performance.now()
      try {
        const answer = await send(request)
        const timeMs = answer.timeMs ?? since(began)
        const taped = answerOf(cleanAnswer(answer, apiKey))
        keysTold.push(howTold(answerOf(answer), redactKeysIn(taped, apiKey), apiKey))
        keep(request, taped, timeMs)
        return { ...answer, timeMs }
      } catch (error) {
        if (!(error instanceof TransportError)) throw error
        const { kind, code, timeMs = since(began) } = error
        if (kind !== 'unreachable' && kind !== 'timed out' && kind !== 'oversized') throw error
        keep(request, { kind: 'none', reason: kind, code }, timeMs)
        throw new TransportError(kind, code, timeMs)
      }
    },
  }
}

const contentOf = ({ request, answer }: TapedExchange): string => JSON.stringify([request, answer])

function withoutKey(request: WireRequest, apiKey: string): WireRequest {
  const { url, body } = request
  return { ...request, url: redactKeys(url, apiKey), ...(body === undefined ? {} : { body: redactKeys(body, apiKey) }) }
}

function cleanAnswer({ status, headers, text }: WireAnswer, apiKey: string): WireAnswer {
  const clean = Object.entries(headers).map(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    return [name, first === undefined ? undefined : redactKeys(first, apiKey)]
  })
  return { status, headers: Object.fromEntries(clean), text: redactKeys(text, apiKey) }
}

/** Rounded to a tenth of a millisecond: the recorded run itself is judged by the times that go into its tape. */
function since(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10
}

/** All conversations share a local service's outbox; a tape keeps messages of sessions it has seen before. */
function keepOwnMessages(exchange: TapedExchange, before: readonly TapedExchange[]): TapedExchange {
  const { request, answer } = exchange
  if (!request.path.startsWith('/_local/outbox') || answer.kind !== 'json' || !isJsonObject(answer.body))
    return exchange
  const { messages } = answer.body
  if (!Array.isArray(messages)) return exchange
  const earlier = JSON.stringify(before)
  const own = messages.filter(
    (message) =>
      isJsonObject(message) &&
      typeof message.sessionId === 'string' &&
      earlier.includes(JSON.stringify(message.sessionId)),
  )
  return { ...exchange, answer: { ...answer, body: { ...answer.body, messages: own } } }
}
