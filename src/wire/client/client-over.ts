import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { remembering } from '../../base/memoize.ts'
import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { type BlueprintListing, blueprintListingShape } from '../api/blueprint.ts'
import { type CallAnswer, type CallRequest, callAnswerShape, callRequestShape } from '../api/call.ts'
import {
  type ChatRequest,
  chatRequestShape,
  type DispatchAnswer,
  dispatchAnswerShape,
  type InlineChatAnswer,
  type InlineChatRequest,
  inlineChatAnswerShape,
} from '../api/chat.ts'
import { anyDataShape, emptyDataShape, envelopeShape } from '../api/envelope.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { type Session, sessionShape } from '../api/session.ts'
import { checkShape, type Violation, type WireShape } from '../api/shape.ts'
import {
  type NodeTriggerRequest,
  nodeTriggerRequestShape,
  type WorkflowCallRequest,
  type WorkflowDeleteRequest,
  workflowCallRequestShape,
  workflowDeleteRequestShape,
} from '../api/workflow.ts'
import { exchange, exchangeAs } from './exchange.ts'
import type { Answer, Failure } from './failure.ts'
import type { Gateway, Transport, WireRequest } from './transport.ts'
import { readAddress } from './wire-form.ts'

/** Where a service is and how to talk to it. The two hosts may be one origin (HST-06). */
export interface ClientOverSettings {
  baseUrl: string
  workflowBaseUrl?: string
  apiKey: string
  transport: Transport
  /** Headers that something before the service needs, such as a gateway; sent to both hosts and nowhere else. */
  headers?: Readonly<Record<string, string>>
  /** For operations called without their own limit, in milliseconds. Default 30,000. */
  timeLimitMs?: number
}

/** A local service for a single run. */
export interface OwnClock {
  client: Client
  close(): Promise<void>
}

/**
 * Which clock a run uses. *shared*: the clock of a service that others may use too. *own*: the local service
 * is embedded, and another one can be opened for a run, with its clock stopped at an instant; null stands for
 * the instant at which the embedded one's clock was first stopped, or for now. `frozen`: the embedded one's
 * clock stands still until it is advanced.
 */
export type ServiceClock =
  | { kind: 'shared' }
  | { kind: 'own'; frozen: boolean; open(startsAt: string | null): Promise<OwnClock> }

/**
 * One method per operation. None throws because of the service or the network: see `Failure`. What an agent says is
 * returned unchanged, even a key that it reveals: redact keys before showing it (`redactKeysIn`).
 */
export interface Client {
  fetchSession(sessionId: string, limits?: CallLimits): Promise<Answer<Session>>
  /** A chat turn whose reply comes inline; nobody is messaged. */
  converse(request: InlineChatRequest, limits?: CallLimits): Promise<Answer<InlineChatAnswer>>
  /** Messages a customer, now or later. */
  dispatch(request: ChatRequest, limits?: CallLimits): Promise<Answer<DispatchAnswer>>
  triggerCall(request: CallRequest, limits?: CallLimits): Promise<Answer<CallAnswer>>
  callWorkflow(workflowId: string, request: WorkflowCallRequest, limits?: CallLimits): Promise<Answer<null>>
  deleteWorkflowCall(workflowId: string, request: WorkflowDeleteRequest, limits?: CallLimits): Promise<Answer<null>>
  listBlueprints(limits?: CallLimits): Promise<Answer<BlueprintListing>>
  triggerNode(request: NodeTriggerRequest, limits?: CallLimits): Promise<Answer<unknown>>
  /**
   * Asks what the local service offers beside the interface, such as `clock`. No other service answers this, and the
   * guard does not let it leave for another machine.
   */
  local(method: 'GET' | 'POST', path: string, body?: JsonObject, limits?: CallLimits): Promise<Answer<JsonObject>>
  /** Left out if there is no service behind it: recordings and stored sessions. */
  clock?: ServiceClock
  /** Loads an agent's code outside of its turns; undefined once loaded. Never rejects: what is broken fails in its turn. */
  ready?(agent: string, version: string): Promise<void> | undefined
  /** Whether a turn may be carried out twice there: on this machine, or by agents none of whose tools really act. */
  isHarmless?: boolean
}

/** A client over a transport that reaches nobody or has both guards (`guardLive`); for services `createClient`. */
export function clientOver(settings: ClientOverSettings): Client {
  const { transport, apiKey } = settings
  const ask = <T>(request: WireRequest, data: WireShape<T>, judged = true): Promise<Answer<T>> =>
    exchange(transport, { request, data, apiKey, judged })
  const send = <B, T>(
    id: OperationId,
    parameter: string,
    body: B,
    shape: WireShape<B>,
    data: WireShape<T>,
    limits?: CallLimits,
  ): Promise<Answer<T>> => {
    const checked = checkShape(shape, body)
    if (checked.ok) return ask(wireRequest(settings, id, parameter, JSON.stringify(body), limits), data)
    return Promise.resolve({ ok: false, failure: unsendable(body, shape, checked.violations, apiKey), timeMs: 0 })
  }
  return {
    fetchSession: (sessionId, limits) =>
      ask(wireRequest(settings, 'session.get', sessionId, undefined, limits), sessionShape),
    converse: (request, limits) =>
      send(
        'chat.trigger',
        '',
        request,
        chatRequestShape as WireShape<InlineChatRequest>,
        inlineChatAnswerShape,
        limits,
      ),
    dispatch: (request, limits) => send('chat.trigger', '', request, chatRequestShape, dispatchAnswerShape, limits),
    triggerCall: (request, limits) => send('call.trigger', '', request, callRequestShape, callAnswerShape, limits),
    callWorkflow: (id, request, limits) =>
      send('workflow.call', id, request, workflowCallRequestShape, emptyDataShape, limits),
    deleteWorkflowCall: (id, request, limits) =>
      send('workflow.delete', id, request, workflowDeleteRequestShape, emptyDataShape, limits),
    listBlueprints: (limits) =>
      ask(wireRequest(settings, 'blueprints.get', '', undefined, limits), blueprintListingShape, false),
    local: (...request) => askLocal(settings, ...request),
    triggerNode: (request, limits) => send('node.trigger', '', request, nodeTriggerRequestShape, anyDataShape, limits),
  }
}

/** Why a request is not sent. The key is redacted before values are shortened: a truncated one is not found. */
function unsendable<B>(body: B, shape: WireShape<B>, violations: readonly Violation[], apiKey: string): Failure {
  const clean = checkShape(shape, redactKeysIn(body, apiKey))
  if (!clean.ok) return { kind: 'unsendable', violations: clean.violations }
  return {
    kind: 'unsendable',
    violations: violations.map((each) => ({ ...each, actual: 'a value that JSON cannot hold' })),
  }
}

/** An operation as it is sent; the node trigger carries the key under both headers (AUT-15). */
function wireRequest(
  settings: ClientOverSettings,
  id: OperationId,
  parameter: string,
  body: string | undefined,
  limits: CallLimits = {},
): WireRequest {
  const { method, host, path, key } = operations[id]
  const base = host === 'workflow' ? (settings.workflowBaseUrl ?? settings.baseUrl) : settings.baseUrl
  const headers: WireRequest['headers'] = {}
  if (settings.headers !== undefined) Object.assign(headers, settings.headers)
  headers['x-api-key'] = settings.apiKey
  if (key === 'bearer') headers.authorization = `Bearer ${settings.apiKey}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const url =
    (base.endsWith('/') ? base.replace(/\/+$/, '') : base) +
    (parameter === '' ? path : path.replace(/\{\w+\}/, encodeURIComponent(parameter)))
  const timeLimitMs = limits.timeLimitMs ?? settings.timeLimitMs ?? 30_000
  const request: WireRequest = { method, url, headers, timeLimitMs }
  const gateway = gatewayOf(base, settings.headers)
  if (gateway !== null) request.gateway = gateway
  if (body !== undefined) request.body = body
  if (limits.waitMs !== undefined) request.waitMs = limits.waitMs
  if (limits.signal !== undefined) request.signal = limits.signal
  return request
}

const basePathOf = remembering(100, (base) => readAddress(base).pathname.replace(/\/+$/, ''))

/** What stands before a service at an address; null for nothing. */
export function gatewayOf(base: string, headers: Readonly<Record<string, string>> = {}): Gateway | null {
  const path = basePathOf(base)
  const names = Object.keys(headers)
  return path === '' && names.length === 0 ? null : { path, headers: names.map((name) => name.toLowerCase()) }
}

/** Sends a request below /_local. Its answers are plain JSON without an envelope; only refusals have one. */
function askLocal(settings: ClientOverSettings, ...[method, path, body, limits]: Parameters<Client['local']>) {
  const { signal, timeLimitMs = settings.timeLimitMs ?? 30_000 } = limits ?? {}
  const request: WireRequest = {
    method,
    url: `${settings.baseUrl.replace(/\/+$/, '')}/_local/${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // The key says whose session it is; the guard lets none of these leave for another machine.
      ...(path === 'sessions' ? { 'x-api-key': settings.apiKey } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeLimitMs,
    ...(signal === undefined ? {} : { signal }),
  }
  return exchangeAs<JsonObject>(settings.transport, request, settings.apiKey, ({ status, text }, timeMs) => {
    const value = redactKeysIn(parseIfJson(text, parseExactJson), settings.apiKey)
    if (status === 200 && isJsonObject(value)) return { ok: true, data: value, status, requestId: null, timeMs }
    const envelope = checkShape(envelopeShape, value)
    const message = envelope.ok ? envelope.value.message : 'this service has nothing under /_local'
    const errorCode = envelope.ok ? (envelope.value.errorCode ?? null) : null
    const failure = { kind: 'refused' as const, status, responseCode: status, errorCode, message, requestId: null }
    return { ok: false, failure, timeMs }
  })
}

/** The limits of one call of an operation. */
export interface CallLimits {
  /** For the whole exchange, in milliseconds. */
  timeLimitMs?: number
  /** Before it is sent, while the service asks everybody to wait, in milliseconds. Default: `timeLimitMs`. */
  waitMs?: number
  signal?: AbortSignal
}
