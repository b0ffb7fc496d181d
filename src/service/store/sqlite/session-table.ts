import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { SessionRecord } from '../session-record.ts'
import type { Store } from '../store.ts'
import type { Database } from './database.ts'
import { readCount, readMany, readOne } from './rows.ts'

type Sessions = Pick<
  Store,
  'putSession' | 'session' | 'newestSessions' | 'countSessions' | 'appendEntries' | 'transcript'
>

/** Sessions as one row each, their transcripts as one row for each slice, so that a turn never rewrites earlier ones. */
export function keepSessions(database: Database): Sessions {
  const put = database.prepare(
    'INSERT INTO sessions (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const get = database.prepare('SELECT body FROM sessions WHERE id = ?')
  const newest = database.prepare('SELECT body FROM sessions ORDER BY n DESC LIMIT ?')
  const count = database.prepare('SELECT count(*) AS count FROM sessions')
  const append = database.prepare('INSERT INTO slices (session, entries) VALUES (?, ?)')
  const slices = database.prepare('SELECT entries AS body FROM slices WHERE session = ? ORDER BY n')
  return {
    putSession: (record) => void put.run(record.sessionId, JSON.stringify(record)),
    session: (sessionId) => readOne<SessionRecord>(get, sessionId),
    newestSessions: (limit) => readMany<SessionRecord>(newest, limit),
    countSessions: () => readCount(count),
    appendEntries(sessionId, entries) {
      if (entries.length > 0) append.run(sessionId, JSON.stringify(entries))
    },
    transcript: (sessionId) => readMany<TranscriptEntry[]>(slices, sessionId).flat(),
  }
}
