import { parseExactJson } from '../../base/exact-number.ts'
import { isJsonObject, type JsonObject } from '../../base/json.ts'
import { redactKeysIn } from '../../base/secret-keys.ts'
import { envelopeShape } from '../api/envelope.ts'
import { checkShape } from '../api/shape.ts'
import type { CallLimits } from './call-limits.ts'
import type { Answer } from './failure.ts'
import { fromTransport } from './from-transport.ts'
import { noteSent } from './note-sent.ts'
import { type Transport, TransportError, type WireRequest } from './transport.ts'

/** Where the local service is. */
interface LocalSettings {
  baseUrl: string
  apiKey: string
  transport: Transport
  timeLimitMs?: number
}

/** A request to what the local service has beside the interface. */
interface LocalRequest {
  method: 'GET' | 'POST'
  path: string
  body: JsonObject | undefined
  limits: CallLimits | undefined
}

/** Asks below /_local. Answers there are plain JSON without an envelope; refusals have one. */
export async function askLocal(
  settings: LocalSettings,
  { method, path, body, limits }: LocalRequest,
): Promise<Answer<JsonObject>> {
  const { signal, timeLimitMs = settings.timeLimitMs ?? 30_000 } = limits ?? {}
  const request: WireRequest = {
    method,
    url: `${settings.baseUrl.replace(/\/+$/, '')}/_local/${path}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeLimitMs,
    ...(signal === undefined ? {} : { signal }),
  }
  const answer = await exchangeLocal(settings, request)
  return method === 'GET' ? answer : noteSent(answer, request, settings.apiKey)
}

async function exchangeLocal(settings: LocalSettings, request: WireRequest): Promise<Answer<JsonObject>> {
  const began = performance.now()
  try {
    const { status, text, timeMs = performance.now() - began } = await settings.transport(request)
    const value = redactKeysIn(parse(text), settings.apiKey)
    if (status === 200 && isJsonObject(value)) return { ok: true, data: value, status, requestId: null, timeMs }
    const envelope = checkShape(envelopeShape, value)
    const message = envelope.ok ? envelope.value.message : 'this service has nothing under /_local'
    const errorCode = envelope.ok ? (envelope.value.errorCode ?? null) : null
    return {
      ok: false,
      failure: { kind: 'refused', status, responseCode: status, errorCode, message, requestId: null },
      timeMs,
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, failure: fromTransport(error, request), timeMs: error.timeMs ?? performance.now() - began }
  }
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined // reported as a refusal: whatever answered is no local service
  }
}
