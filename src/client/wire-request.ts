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
    parameter === ''
      ? addressOf(base, path)
      : withoutSlashes(base) + path.replace(/\{\w+\}/, encodeURIComponent(parameter))
  const timeLimitMs = limits.timeLimitMs ?? settings.timeLimitMs ?? 30_000
  const request: WireRequest = { method, url, headers, timeLimitMs }
  if (body !== undefined) request.body = body
  if (limits.signal !== undefined) request.signal = limits.signal
  return request
}

const addresses = new Map<string, Map<string, string>>()

/** One and the same text for all turns, since all that look it up on its way compare it with what they know. */
function addressOf(base: string, path: string): string {
  const paths = addresses.get(base) ?? new Map<string, string>()
  const address = paths.get(path) ?? withoutSlashes(base) + path
  addresses.set(base, paths.set(path, address))
  return address
}

function withoutSlashes(base: string): string {
  return base.endsWith('/') ? base.replace(/\/+$/, '') : base
}
