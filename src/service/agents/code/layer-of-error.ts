import { type Layer, layers } from '../../../wire/api/layer.ts'
import { isUnreadable } from '../../../wire/client/failure.ts'
import { obstacleOf } from '../../../wire/client/obstacle.ts'
import { flawOf } from '../../../wire/models/whole-answer.ts'

/** Statuses below 500 with which a host serves nobody now, or not with this key. */
const unserved: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429])

/** The layer that a status of HTTP blames; null for one that blames whoever sent the request. */
export function layerOfStatus(status: number): Layer | null {
  return unserved.has(status) || (status >= 500 && status < 600) ? 'service' : null
}

/** Codes of the system and of the network library for a connection that was not made, or broke. */
const ofConnections =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_[A-Z]+|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN|RESET)|EADDRNOTAVAIL|EPIPE|EPROTO|ETIMEDOUT|UND_ERR_(?:CONNECT_TIMEOUT|SOCKET)|ERR_(?:TLS|SSL)_\w+|ERR_CERT_\w+)$/

/** The layer that a code of a broken exchange blames; null for any other code. */
export function layerOfCode(code: string): Layer | null {
  if (ofConnections.test(code) || obstacleOf(code) !== null) return 'network'
  return isUnreadable({ code }) || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code) ? 'service' : null
}

/** What hosts of models, and libraries that ask them, write as `code`, `type` or `lc_error_code`, where no status is left. */
const words: ReadonlyMap<string, Layer> = new Map(
  [
    'rate_limit_exceeded rate_limit_error insufficient_quota billing_error invalid_api_key authentication_error',
    'permission_error overloaded_error server_is_overloaded server_error api_error timeout_error',
    'MODEL_RATE_LIMIT MODEL_AUTHENTICATION',
  ].flatMap((line) => line.split(' ').map((word): [string, Layer] => [word, 'service'])),
)

/** Errors of libraries that have no other mark than their class. */
const classes: ReadonlyMap<string, Layer> = new Map([
  ['AI_LoadAPIKeyError', 'script'],
  ['AI_APICallError', 'network'],
  ['AI_NoOutputGeneratedError', 'service'],
  ['APIConnectionError', 'network'],
  ['APIConnectionTimeoutError', 'service'],
  ['LengthFinishReasonError', 'service'],
  ['ContentFilterFinishReasonError', 'service'],
])

/** Where libraries keep the error, or the answer, that theirs is about. */
const links = ['cause', 'lastError', 'errors', 'error', 'originalError', 'response', '$metadata', 'data'] as const

const mostErrors = 50

/**
 * The layer that an error's members name, or those of errors within: its own, by a status, code or class; else null.
 * A status `except` says nothing, since whoever answered with it may mean itself. No message is read.
 */
export function layerOfError(error: unknown, { except }: { except?: number } = {}): Layer | null {
  try {
    const all = withinError(error)
    for (const reader of [layerOfFacts, layerOfClass])
      for (const each of all) {
        const layer = reader(each, except)
        if (layer !== null) return layer
      }
  } catch {
    // an error may have members that throw, and then it says nothing
  }
  return null
}

/** Whether an error is an `AgentError`, of this copy of Tableread or of another that the user's code has loaded. */
export function isAgentError(error: unknown): error is Error & { layer: Layer } {
  return (
    error instanceof Error &&
    error.name === 'AgentError' &&
    layers.includes((error as { layer?: Layer }).layer as Layer)
  )
}

type Members = Readonly<Record<string, unknown>>

/** An error and those within it, the outer ones first. */
function withinError(error: unknown): Members[] {
  const all = new Set<object>()
  const waiting: unknown[] = [error]
  while (waiting.length > 0 && all.size < mostErrors) {
    const each = waiting.shift()
    if (typeof each !== 'object' || each === null || all.has(each)) continue
    all.add(each)
    waiting.push(...(Array.isArray(each) ? each.slice(0, mostErrors) : links.map((link) => (each as Members)[link])))
  }
  return [...all] as Members[]
}

function layerOfFacts(error: Members, except: number | undefined): Layer | null {
  if (isAgentError(error)) return error.layer
  const { status, statusCode, httpStatusCode, code, type, lc_error_code: ofLangChain, finishReason } = error
  for (const statusFact of [status, statusCode, httpStatusCode, code]) {
    const number = typeof statusFact === 'string' && /^\d{3}$/.test(statusFact) ? Number(statusFact) : statusFact
    const layer = typeof number === 'number' && number !== except ? layerOfStatus(number) : null
    if (layer !== null) return layer
  }
  for (const codeFact of [code, type, ofLangChain]) {
    const layer = typeof codeFact === 'string' ? (layerOfCode(codeFact) ?? words.get(codeFact)) : null
    if (layer != null) return layer
  }
  return typeof finishReason === 'string' && flawOf(finishReason, 1) !== null ? 'service' : null
}

/** The class counts where no status is left: with one, the host did answer. */
function layerOfClass(error: Members): Layer | null {
  const { name, status, statusCode } = error
  if (typeof (status ?? statusCode) === 'number') return null
  return classes.get(String(name)) ?? classes.get(String(error.constructor?.name)) ?? null
}
