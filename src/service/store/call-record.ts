import type { JsonObject } from '../../base/json.ts'
import type { CallOptions } from '../../wire/api/call.ts'
import type { WorkingHours } from '../time/working-hours.ts'

/** A call over all its attempts: the request, and its current state. Times are milliseconds since the epoch. */
export interface CallRecord {
  /** The session of the first attempt (SES-08); later attempts have sessions of their own (SES-27). */
  callId: string
  sessionId: string
  workspace: string
  workflowId: string | null
  /** Only outbound calls occupy one of the workspace's lines. */
  direction: 'outbound' | 'inbound'
  /** Without a plus (DEL-06). */
  customerNumber: string
  agentName: string
  versionLabel: string
  agentNumber: string | null
  channelName: string | null
  options: CallOptions
  metadata: JsonObject
  retries: number
  retryAfterMs: number
  hours: WorkingHours
  /** 1 is the highest, 100 the lowest (QUE-01). */
  priority: number
  onDate: string | null
  attempt: number
  /** Null if it can never be placed and only waits to expire. */
  due: number | null
  /** The order of arrival, which decides between equal priorities (QUE-05). */
  arrival: number
  state: 'queued' | 'placed' | 'connected' | 'done'
  connectedAt: number | null
  /** How many times the customer has spoken in this attempt. */
  spoken: number
}
