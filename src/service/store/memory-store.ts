import type { SessionRecord } from './session-record.ts'
import type { Store } from './store.ts'

/** A store that forgets everything when the process ends. */
export function createMemoryStore(): Store {
  const sessions = new Map<string, SessionRecord>()
  return {
    put: (record) => void sessions.set(record.sessionId, record),
    get: (sessionId) => sessions.get(sessionId),
  }
}
