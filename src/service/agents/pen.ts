import type { ContentItem } from '../../wire/api/content-item.ts'
import { speechMsOf } from '../media/speech-time.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { Clock } from '../time/clock.ts'
import { showInstant } from '../time/instant.ts'

/**
 * Supplies strictly increasing timestamps in the time of a session (TRN-02), and ids that are unique in the whole
 * service (TRN-14).
 */
export interface Pen {
  /** The time of the next entry: at least `afterMs` after the last one, and never before now. */
  stamp(afterMs?: number): string
  /** Reports what was just written; in a call, the next entry waits until it has been spoken. */
  wrote(content: readonly ContentItem[]): void
  callId(): string
}

/** A pen for one session, which continues from the session's latest timestamp. */
export function takePen(session: SessionRecord, clock: Clock, newId: () => string): Pen {
  session.latest = Math.max(session.latest, clock.now() - 1)
  let speaking = 0
  return {
    stamp(afterMs = 1) {
      session.latest += speaking + Math.max(1, Math.round(afterMs))
      speaking = 0
      return showInstant(session.latest)
    },
    wrote(content) {
      if (session.call !== null) speaking = speechMsOf(content)
    },
    callId: () => `call_${newId()}`,
  }
}
