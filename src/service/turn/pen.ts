import type { SessionRecord } from '../store/session-record.ts'
import type { Clock } from '../time/clock.ts'

/** Hands out strictly growing timestamps on a session's time line (TRN-02), and ids that are unique in the whole service (TRN-14). */
export interface Pen {
  /** The time of the next entry: at least `afterMs` after the last one, and never before now. */
  stamp(afterMs?: number): string
  callId(): string
}

/** A pen for one session, which remembers where its time line stands. */
export function takePen(session: SessionRecord, clock: Clock, newId: () => string): Pen {
  session.latest = Math.max(session.latest, clock.now() - 1)
  return {
    stamp(afterMs = 1) {
      session.latest += Math.max(1, Math.round(afterMs))
      return new Date(session.latest).toISOString()
    },
    callId: () => `call_${newId()}`,
  }
}
