import { deepest, duplicateMember, isTooDeep, parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { redactEnvironment } from '../../base/secrets/environment.ts'
import { redactCut, redactKeys, redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { type Envelope, envelopeShape } from '../api/envelope.ts'
import { layerHeader, readLayer } from '../api/layer.ts'
import { checkShape, type Violation, type WireShape } from '../api/shape.ts'
import { readUnseen, unseenHeader } from '../api/unseen.ts'
import { readUsage, usageHeader } from '../api/usage.ts'
import { type Answer, type Failure, fromTransport, originOf, type SentRequest } from './failure.ts'
import { describeForeign } from './foreign-text.ts'
import {
  notUtf8,
  readRetryAfter,
  type Transport,
  TransportError,
  type WireAnswer,
  type WireRequest,
} from './transport.ts'

/** The message of a refusal that has none. */
export const noMessage = 'the answer holds no message'

/** How much of a non-JSON answer is searched for keys: more than the excerpt, so that one at its end is found. */
const longestEcho = 10_000

/** One exchange. `judged` answers stay unchanged, keys included, as expectations check them; others are redacted. */
interface Exchange<T> {
  request: WireRequest
  data: WireShape<T>
  apiKey: string
  judged: boolean
}

/** Sends a request once and reads its answer. Nothing is retried: a chat turn is not idempotent (ENV-21). */
export function exchange<T>(send: Transport, exchanged: Exchange<T>): Promise<Answer<T>> {
  const { request, apiKey } = exchanged
  return exchangeAs(send, request, apiKey, (wire, timeMs) => {
    const answer = readAnswer(wire, exchanged, timeMs)
    const usage = readUsage(redacted(single(wire.headers[usageHeader]), apiKey))
    if (usage !== undefined) answer.usage = usage
    const unseen = readUnseen(single(wire.headers[unseenHeader]))
    if (unseen !== undefined) answer.unseen = unseen
    return answer
  })
}

/** Sends a request once and reads its answer in a way of its own. Every request except a read is recorded on it. */
export async function exchangeAs<T>(
  send: Transport,
  request: WireRequest,
  apiKey: string,
  read: (came: WireAnswer, timeMs: number) => Answer<T>,
): Promise<Answer<T>> {
  const began = performance.now()
  let answer: Answer<T>
  try {
    const wire = await send(request)
    answer = read(wire, wire.timeMs ?? performance.now() - began)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    answer = { ok: false, failure: fromTransport(error, request), timeMs: error.timeMs ?? performance.now() - began }
  }
  return request.method === 'GET' ? answer : withRequest(answer, request, apiKey)
}

function readAnswer<T>(answer: WireAnswer, exchanged: Exchange<T>, timeMs: number): Answer<T> {
  const { request, data, apiKey, judged } = exchanged
  const { status } = answer
  const header = (name: string): string | null => redacted(single(answer.headers[name]), apiKey)
  const requestId = header('x-request-id')
  const fail = (failure: Failure): Answer<T> => ({ ok: false, failure, timeMs })
  const encoding = header('content-encoding')
  const location = header('location')
  if (location !== null && status >= 300 && status < 400)
    return fail({
      ...{ kind: 'garbled', url: originOf(request.url), status, contentType: header('content-type'), excerpt: '' },
      location: goalOf(location, request.url),
    })
  const packed = encoding !== null && encoding !== 'identity'
  const isUtf8 = !answer.text.startsWith(notUtf8)
  const isForeign =
    !packed && describeForeign(isUtf8 ? answer.text : null, single(answer.headers['content-type']) ?? '') !== null
  const foreign = isForeign ? describeForeign(isUtf8 ? answer.text : null, header('content-type') ?? '') : null
  const text = packed ? '' : answer.text.slice(isUtf8 ? 0 : notUtf8.length)
  const deep = isTooDeep(text)
  const json = packed || deep ? undefined : parseIfJson(text, parseExactJson)
  const parsed = judged ? json : redactKeysIn(json, apiKey)
  // a refusal whose words are not judged, and which may be recovered from
  const isOpen = status === 429 || status >= 500
  if (parsed === undefined || (foreign !== null && isOpen)) {
    const excerpt = deep ? '' : cutText(redactCut(text.slice(0, longestEcho), apiKey), 200, '')
    const type = header('content-type') ?? 'no content type'
    return fail({
      kind: 'garbled',
      url: originOf(request.url),
      status,
      contentType: packed
        ? `${type}, compressed as ${encoding}, which cannot be decoded`
        : deep
          ? `${type}, nested more than ${deepest} levels deep`
          : foreign === null
            ? header('content-type')
            : `${type}: ${foreign}`,
      excerpt,
    })
  }
  const misshapen = (...violations: Violation[]): Answer<T> =>
    fail({ kind: 'misshapen', status, violations, requestId })
  const inUtf8 = 'JSON in UTF-8 (RFC 8259), which the service has to send'
  if (foreign !== null) return misshapen({ path: 'content-type', expected: inUtf8, actual: foreign })
  const twice = duplicateMember(text)
  // a parser keeps one of them, and nobody can tell which was meant
  if (twice !== null)
    return misshapen({ path: redactKeys(twice, apiKey), expected: 'a member of this name once', actual: 'two of them' })
  const envelope = checkShape(envelopeShape, parsed)
  const accepted = status >= 200 && status < 300
  if (!envelope.ok && accepted) return misshapen(...withoutKeys(envelopeShape, parsed, '', envelope.violations, apiKey))
  if (!envelope.ok || !accepted || envelope.value.responseCode !== 200) {
    return fail(refusal(answer, requestId, envelope.ok ? envelope.value : undefined))
  }
  const { errorCode } = envelope.value
  if (errorCode) {
    // neither can be trusted, so it does not satisfy an `error:` expectation either
    return misshapen({
      path: 'errorCode',
      expected: `none beside HTTP ${status} and responseCode 200`,
      actual: JSON.stringify(cutText(redactKeys(errorCode, apiKey), 60)),
    })
  }
  const checked = checkShape(data, envelope.value.data, 'data')
  if (checked.ok) return { ok: true, data: checked.value, status, requestId, timeMs }
  return misshapen(...withoutKeys(data, envelope.value.data, 'data', checked.violations, apiKey))
}

/** The violations of the redacted value. They show shortened values, in which a truncated key could not be found. */
function withoutKeys<T>(
  shape: WireShape<T>,
  value: unknown,
  path: string,
  violations: Violation[],
  apiKey: string,
): Violation[] {
  const clean = checkShape(shape, redactKeysIn(value, apiKey), path)
  return clean.ok ? violations.map((each) => ({ ...each, actual: 'a value that holds the API key' })) : clean.violations
}

function refusal(answer: WireAnswer, requestId: string | null, envelope: Envelope | undefined): Failure {
  const retryAfterMs = readRetryAfter(answer)
  const layer = readLayer(single(answer.headers[layerHeader]))
  return {
    kind: 'refused',
    status: answer.status,
    responseCode: envelope?.responseCode ?? null,
    errorCode: envelope?.errorCode ?? null,
    message: envelope?.message ?? noMessage,
    requestId,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(layer === undefined ? {} : { layer }),
  }
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}

function redacted(text: string | null, apiKey: string): string | null {
  return text === null ? null : redactKeys(text, apiKey)
}

const keyHeaders: readonly SentRequest['keyHeaders'][number][] = ['x-api-key', 'authorization']

/** Failures whose request was never sent. */
const keptAtHome: readonly Failure['kind'][] = ['blocked', 'unrecorded', 'held back']

function isKept(failure: Failure): boolean {
  return keptAtHome.includes(failure.kind) || (failure.kind === 'unreachable' && failure.gone === true)
}

/** Records the request on its answer, unless it was held back: nobody should send that by hand. */
function withRequest<T>(answer: Answer<T>, request: WireRequest, apiKey: string): Answer<T> {
  if (!answer.ok && isKept(answer.failure)) return answer
  const { method, headers } = request
  const { url, body } = redactKeysIn({ url: withoutUser(request.url), body: request.body ?? null }, apiKey)
  const gateway = gatewayOf(headers)
  const sent: SentRequest = {
    method,
    url,
    keyHeaders: keyHeaders.filter((name) => name in headers && !(name in gateway)),
    body,
    ...(Object.keys(gateway).length === 0 ? {} : { gateway }),
  }
  answer.sent = sent
  return answer
}

/** The headers whose values come from the environment, with `$NAME` in their place, as a shell fills it in. */
function gatewayOf(headers: WireRequest['headers']): Record<string, string> {
  const headerEntries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const hidden = redactEnvironment(value)
    return hidden === value ? [] : [[name, hidden.replaceAll(/<env\.(\w+)>/g, '$$$1')]]
  })
  return Object.fromEntries(headerEntries)
}

/** Where a redirect leads, without what may be a secret; as it came where that is no address. */
function goalOf(location: string, from: string): string {
  if (!URL.canParse(location, from)) return cutText(location, 100)
  const { protocol, host, pathname } = new URL(location, from)
  return cutText(`${protocol}//${host}${pathname}`, 200)
}

function withoutUser(address: string): string {
  if (!address.includes('@')) return address
  const url = new URL(address)
  url.username = url.password = ''
  return url.href
}
