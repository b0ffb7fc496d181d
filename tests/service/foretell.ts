import { dayOf, opening, type Queued, queue } from './schedule-oracle.ts'
import type { Planned, PlannedCall } from './year-plan.ts'

/** One attempt of a call as the rules foretell it. */
export interface Foretold {
  status: 'call_hangup' | 'could_not_connect' | 'call_expired'
  /** Null when it never rings. */
  placed: number | null
  /** When it is answered, or is over without that. */
  until: number
}

/** How long a call rings until it is answered or not: a fact of the simulated customers, not a rule. */
const ringing = { call_hangup: 4_000, call_expired: 30_000, could_not_connect: 2_000 }

/** When a message leaves. */
export function foretellMessage({ at, wanted, hours }: Planned): number {
  return opening(hours, Math.max(at, wanted ?? at)) // SCH-02
}

/** Every attempt of a call. Only one that cannot connect is tried again, counted from its end (RET-01, RET-02, RET-05). */
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

/** What the last digits of a number make of an attempt. */
function statusOf(number: string, attempt: number): Foretold['status'] {
  if (number.endsWith('9001')) return 'call_expired'
  return number.endsWith('9002') || (number.endsWith('9006') && attempt === 0) ? 'could_not_connect' : 'call_hangup'
}
