import { dayOf, opening, type Queued, queue } from './schedule-oracle.ts'
import type { Planned, PlannedCall } from './year-plan.ts'

/** One attempt of a call, as the rules predict it. */
export interface Foretold {
  status: 'call_hangup' | 'could_not_connect' | 'call_expired'
  /** Null if it never rings. */
  placed: number | null
  /** When it is answered, or ends unanswered. */
  until: number
}

/** How long a call rings before it is answered or ends: a property of the simulated customers, not a rule. */
const ringing = { call_hangup: 4_000, call_expired: 30_000, could_not_connect: 2_000 }

/** When a message leaves. */
export function foretellMessage({ at, wanted, hours }: Planned): number {
  return opening(hours, Math.max(at, wanted ?? at)) // SCH-02
}

/**
 * Every attempt of a call. Only an attempt that cannot connect is retried, with the delay counted from its
 * end (RET-01, RET-02, RET-05).
 */
export function foretellCall({ at, wanted, hours }: Planned, call: PlannedCall): Foretold[] {
  const onDate = call.onDate === null ? null : dayOf(call.onDate)
  const attempts: Foretold[] = []
  let queued: Queued = queue(hours, onDate, wanted, at)
  for (;;) {
    const { placed } = queued
    if (placed === null) return [...attempts, { status: 'call_expired', placed, until: queued.expires }]
    const status = statusOf(call.number, attempts.length)
    const until = placed + ringing[status]
    attempts.push({ status, placed, until })
    if (status !== 'could_not_connect' || attempts.length > call.retries) return attempts
    queued = queue(hours, onDate, until + call.retryAfterMs, until)
  }
}

/** How an attempt ends, which the last digits of the number decide. */
function statusOf(number: string, attempt: number): Foretold['status'] {
  if (number.endsWith('9001')) return 'call_expired'
  return number.endsWith('9002') || (number.endsWith('9006') && attempt === 0) ? 'could_not_connect' : 'call_hangup'
}
