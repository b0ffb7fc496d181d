import { type OperationId, operations } from '../api/operation.ts'
import type { CallLimits } from './call-limits.ts'
import type { WireRequest } from './transport.ts'

/** What a request needs to know of the client. */
export interface WireSettings {
  baseUrl: string
  workflowBaseUrl?: string
  apiKey: string
  timeLimitMs?: number
}

/** An operation as it goes on the wire. The node trigger carries the key under both headers, since the interface names both (AUT-15). */
export function wireRequest(
  settings: WireSettings,
  id: OperationId,
  parameter: string,
  body: string | undefined,
  limits: CallLimits = {},
): WireRequest {
  const { method, host, path, key } = operations[id]
  const base = host === 'workflow' ? (settings.workflowBaseUrl ?? settings.baseUrl) : settings.baseUrl
  const headers: WireRequest['headers'] = { 'x-api-key': settings.apiKey }
  if (key === 'bearer') headers.authorization = `Bearer ${settings.apiKey}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const url =
    (base.endsWith('/') ? base.replace(/\/+$/, '') : base) +
    (parameter === '' ? path : path.replace(/\{\w+\}/, encodeURIComponent(parameter)))
  const timeLimitMs = limits.timeLimitMs ?? settings.timeLimitMs ?? 30_000
  const request: WireRequest = { method, url, headers, timeLimitMs }
  if (body !== undefined) request.body = body
  if (limits.waitMs !== undefined) request.waitMs = limits.waitMs
  if (limits.signal !== undefined) request.signal = limits.signal
  return request
}
