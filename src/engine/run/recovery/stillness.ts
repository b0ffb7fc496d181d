import type { Session } from '../../../wire/api/session.ts'
import { identify } from '../../transcript/laws/identify.ts'

/**
 * Hears of every look at a stored session, and tells whether its transcript has not changed for `settledMs` milliseconds,
 * counted from the look that showed its last change. With 0 the session is a recorded one: a recording keeps a look only where
 * it shows something new, so that one which shows exactly the same again is its last.
 */
export function createStillness(settledMs: number): (session: Session) => boolean {
  let seen: string | null = null
  let changedAt = 0
  return (session) => {
    const shown = settledMs === 0 ? JSON.stringify(session) : session.transcript.map(identify).join()
    const isSame = shown === seen
    if (!isSame) [seen, changedAt] = [shown, performance.now()]
    return isSame && performance.now() - changedAt >= settledMs
  }
}
