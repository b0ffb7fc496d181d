import type { CallRecord } from './call-record.ts'

/** The order in which queued calls are placed: by priority, then by when they were due, then by arrival (QUE-01, QUE-05, QUE-06). */
export function compareCalls(a: CallRecord, b: CallRecord): number {
  return (
    a.priority - b.priority ||
    (a.due ?? Number.MAX_SAFE_INTEGER) - (b.due ?? Number.MAX_SAFE_INTEGER) ||
    a.arrival - b.arrival
  )
}
