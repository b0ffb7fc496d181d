import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { redactEnvironment } from '../../base/secrets/environment.ts'
import { firstLine, showTime } from '../../base/text/wording.ts'
import { obstacleOf } from '../client/obstacle.ts'
import { oversizedCode } from './limited-fetch.ts'
import type { ModelSettings } from './model.ts'
import { ModelError } from './model-error.ts'

/** What a message about a model may say, and what it must not. */
export interface ModelFacts {
  /** The provider's name for it. */
  modelId: string
  host: string
  /** Whether the user chose the address. */
  ownAddress: boolean
  /** The environment variable with the key; null if no key is sent. */
  keyVariable: string | null
  settings: ModelSettings
  /** Milliseconds before a host that broke is asked again. */
  retryMs: number
}

/** Why no answer came, and whether to ask again: after `waitMs`, as stated by the host or by default. */
export interface ModelFailure {
  error: ModelError
  again: { waitMs: number; busy: boolean } | null
}

/** The members we use of an AI SDK error. Its message is not shown, since it may contain the request. */
interface SdkError {
  name?: string
  message?: string
  code?: string
  statusCode?: number
  responseHeaders?: Record<string, string>
  responseBody?: string
  cause?: unknown
}

/** Turns an error of the AI SDK into one that can be shown. `attempt` counts from 0. */
export function readFailure(error: unknown, facts: ModelFacts, attempt: number): ModelFailure {
  const { host, modelId } = facts
  const { name, responseHeaders = {}, responseBody = '', ...rest } = (error ?? {}) as SdkError
  // Gateways answer 200 with an error inside, whose code is the status that another host would have sent.
  const statusCode = rest.statusCode === 200 ? (codeIn(responseBody) ?? 200) : rest.statusCode
  const fail = (kind: ModelError['kind'], message: string): ModelFailure => ({
    error: new ModelError(kind, message),
    again: null,
  })
  const later = (failure: ModelFailure, most: number): ModelFailure =>
    attempt < most ? { ...failure, again: { waitMs: facts.retryMs * 3 ** attempt, busy: false } } : failure
  const code = codeOf(error)
  if (code === oversizedCode) return fail('garbled', `the answer of ${modelId} at ${host} is larger than 16 MB`)
  if (statusCode === undefined) {
    if (code !== undefined || name === 'AI_APICallError') {
      const obstacle = code === undefined ? null : obstacleOf(code)
      if (obstacle !== null) {
        const failure = fail(
          'unreachable',
          `${host} cannot be reached to ask ${modelId}: ${obstacle.why}; ${obstacle.hint}`,
        )
        return obstacle.passes ? later(failure, 2) : failure
      }
      const why = code === undefined ? '' : ` (${code})`
      const hint = facts.ownAddress ? ': is it running there, and is base url right?' : ''
      return later(fail('unreachable', `${host} cannot be reached to ask ${modelId}${why}${hint}`), 2)
    }
    return fail('garbled', `the answer of ${modelId} at ${host} cannot be used: ${describeOther(error)}`)
  }
  const reason = saidBy(responseBody)
  if (statusCode < 300) {
    if (code !== undefined || name !== 'AI_APICallError' || responseBody === '')
      return later(
        fail('garbled', `the answer of ${modelId} at ${host} was cut off${code === undefined ? '' : ` (${code})`}`),
        2,
      )
    const begins = JSON.stringify(cutText(redactEnvironment(responseBody).replace(/\s+/g, ' ').trim(), 60))
    const hint = facts.ownAddress ? `; is base url the address of its API, which often ends in /v1?` : ''
    return fail(
      'garbled',
      `what ${host} answered for ${modelId} is no answer of a model: it begins with ${begins}${hint}`,
    )
  }
  if (statusCode < 400) {
    const hint = facts.ownAddress ? ': write where it leads as base url' : ''
    return fail(
      'refused',
      `${host} sends requests to ${modelId} elsewhere (${statusCode}${goalOf(responseHeaders)}), where a key must not go${hint}`,
    )
  }
  if (statusCode === 401 || statusCode === 403) return fail('refused', refusedKey(statusCode, facts))
  if (statusCode === 404) {
    const hint = facts.ownAddress ? 'check the name, and base url, which often ends in /v1' : 'check the name'
    return fail('unknown', `${host} has no model "${modelId}" (404${reason}): ${hint}`)
  }
  if (statusCode === 429 && /insufficient_quota|billing/i.test(responseBody))
    return fail('refused', `${host} does not answer ${modelId}, since the account has nothing left to spend (429)`)
  if (statusCode === 429 || statusCode === 529 || (statusCode === 503 && waitOf(responseHeaders) !== null)) {
    const retryAfter = waitOf(responseHeaders)
    const isNow = retryAfter === null || retryAfter <= 0
    const waitMs = Math.max(50, isNow ? Math.min(8_000, facts.retryMs * 2 ** attempt) : retryAfter)
    const wait = isNow ? '' : ` and asks to wait ${showTime(waitMs)}`
    const busy = fail('busy', `${host} takes no more requests for ${modelId} now (${statusCode})${wait}`)
    return { ...busy, again: { waitMs, busy: true } }
  }
  if (statusCode >= 500)
    return later(fail('failing', `${host} broke while ${modelId} was asked (${statusCode}${reason})`), 2)
  return fail('refused', `${host} refused the request to ${modelId} (${statusCode}${reason})`)
}

/** Where a redirect leads: its host, since the rest may be a secret. */
function goalOf({ location = '' }: Record<string, string>): string {
  return URL.canParse(location) ? `, to ${new URL(location).host}` : ''
}

function refusedKey(status: number, { host, modelId, keyVariable, settings }: ModelFacts): string {
  if (keyVariable !== null)
    return `${host} refused the key of ${keyVariable} for ${modelId} (${status}): check its value, and what it may be used for`
  const headers = settings.headers === undefined ? '' : ', or check its headers'
  return `${host} wants a key for ${modelId} (${status}): name its environment variable as key of the model${headers}`
}

/** The AI SDK's own message, if it cannot contain anything of the request. */
function describeOther(error: unknown): string {
  const { name = 'Error', message = '' } = (error ?? {}) as SdkError
  const harmless = ['AI_UnsupportedFunctionalityError', 'AI_InvalidResponseDataError', 'AI_NoContentGeneratedError']
  if (!harmless.includes(name)) return `the AI SDK ended with ${name}`
  return cutText(redactEnvironment(firstLine(message)), 200)
}

/** The provider's own words on a refusal, redacted before anything is shortened. */
function saidBy(body: string): string {
  const words = wordsOf(parseIfJson(body))
  return words === undefined ? '' : `, it says: ${cutText(redactEnvironment(words).replace(/\s+/g, ' ').trim(), 240)}`
}

function wordsOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) return wordsOf(value[0])
  if (!isJsonObject(value)) return undefined
  return wordsOf(value.error) ?? wordsOf(value.message) ?? wordsOf(value.detail)
}

/** The status inside an answer that is an error; 400 if it has none. */
function codeIn(body: string): number | undefined {
  const value = parseIfJson(body)
  const error = isJsonObject(value) ? value.error : undefined
  if (error === undefined || error === null) return undefined
  const code = isJsonObject(error) ? Number(error.code) : Number.NaN
  return code >= 400 && code < 600 ? code : 400
}

/** How long the host asks to wait: milliseconds, seconds, or a date. */
function waitOf(headers: Record<string, string>): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms)) return ms
  const after = headers['retry-after']
  if (after === undefined) return null
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now()
  return Number.isFinite(wait) ? wait : null
}

/** The innermost error code of the system or of the network library. */
function codeOf(error: unknown): string | undefined {
  let last: string | undefined
  let at: unknown = error
  for (let depth = 0; depth < 6 && at instanceof Error; depth += 1) {
    const { code, cause, errors } = at as SdkError & { errors?: unknown[] }
    if (typeof code === 'string' && (/^(E[A-Z_]+|UND_ERR_[A-Z_]+)$/.test(code) || obstacleOf(code) !== null))
      last = code
    at = cause ?? errors?.[0]
  }
  return last
}
