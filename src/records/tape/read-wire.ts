import type { JsonValue } from '../../base/json/json.ts'
import { duplicateMember, isTooDeep, parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { layerHeader } from '../../wire/api/layer.ts'
import { unseenHeader } from '../../wire/api/unseen.ts'
import { usageHeader } from '../../wire/api/usage.ts'
import type { WireAnswer, WireRequest } from '../../wire/client/transport.ts'
import { pathOf } from '../../wire/client/wire-form.ts'
import type { TapedAnswer, TapedRequest } from './tape.ts'

/** Reduces a request to its meaning: port, host, base path and headers say where it goes and who asks, not what. */
export function meaningOf(request: WireRequest): TapedRequest {
  const { method, url, body } = request
  const path = pathOf(request) + new URL(url).search
  return body === undefined ? { method, path } : { method, path, body: parseJson(body) ?? body }
}

/** The response headers that affect what the client does. A request id is only useful where the request was refused. */
const headerNames = ['retry-after', 'x-local-decision', layerHeader, usageHeader, unseenHeader, 'location'] as const

/** An answer as a tape keeps it. */
export function answerOf({ status, headers, text }: WireAnswer): TapedAnswer {
  const single = (name: string): string | undefined => {
    const header = headers[name]
    return Array.isArray(header) ? header[0] : header
  }
  const ownHeaders: Record<string, string> = {}
  const type = single('content-type')
  if (type !== undefined && (!/^application\/json(;|$)/i.test(type) || /charset=(?!"?utf-?8)/i.test(type)))
    ownHeaders['content-type'] = type
  for (const name of status >= 400 ? [...headerNames, 'x-request-id'] : headerNames) {
    const value = single(name)
    if (value !== undefined) ownHeaders[name] = value
  }
  const body = parseJson(text)
  return body === undefined || duplicateMember(text) !== null // duplicate members stay as they came
    ? { kind: 'text', status, headers: ownHeaders, text }
    : { kind: 'json', status, headers: ownHeaders, body }
}

/** Rebuilds the answer for the client, with the time it took when recorded. */
export function wireOf(answer: Exclude<TapedAnswer, { kind: 'none' }>, timeMs: number): WireAnswer {
  const { status, headers } = answer
  const text = answer.kind === 'json' ? JSON.stringify(answer.body) : answer.text
  return { status, headers: { 'content-type': 'application/json', ...headers }, text, timeMs }
}

function parseJson(text: string): JsonValue | undefined {
  return isTooDeep(text) ? undefined : parseIfJson(text, parseExactJson)
}
