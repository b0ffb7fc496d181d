import { createDraw } from './draw.ts'
import { planCall } from './plan-call.ts'
import { planMessage } from './plan-message.ts'
import type { Hours } from './schedule-oracle.ts'

/** One request of the year, and what the oracle needs to know about it. Instants are milliseconds since the epoch. */
export interface Planned {
  /** The kind that it counts under. */
  kind: string
  at: number
  path: string
  body: Record<string, unknown>
  hours: Hours
  /** The requested time; null for none. */
  wanted: number | null
  /** Null for a message. */
  call: PlannedCall | null
}

/** What a call has besides its time and hours. */
export interface PlannedCall {
  number: string
  /** YYYY-MM-DD. */
  onDate: string | null
  retries: number
  retryAfterMs: number
}

/** Everything requested in the year, in order. */
export function planYear(seed: number, counts: { messages: number; calls: number }): Planned[] {
  const draw = createDraw(seed)
  const messages = Array.from({ length: counts.messages }, (_, index) => planMessage(draw, index))
  const calls = Array.from({ length: counts.calls }, (_, index) => planCall(draw, index))
  return [...messages, ...calls].sort((a, b) => a.at - b.at)
}
