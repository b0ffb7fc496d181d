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
  const signal = limits.signal
  return {
    method,
    url:
      (base.endsWith('/') ? base.replace(/\/+$/, '') : base) +
      (parameter === '' ? path : path.replace(/\{\w+\}/, encodeURIComponent(parameter))),
    headers: {
      'x-api-key': settings.apiKey,
      ...(key === 'bearer' ? { authorization: `Bearer ${settings.apiKey}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    timeLimitMs: limits.timeLimitMs ?? settings.timeLimitMs ?? 30_000,
    ...(signal === undefined ? {} : { signal }),
  }
}
