import type { JsonValue } from '../../../base/json/json.ts'
import { inTransaction } from '../../../base/transaction.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { warnOnce } from '../../answer/warn-once.ts'
import type { CallRecord, OutboxMessage, SessionRecord, Store, Timer, TimerIds } from '../store.ts'
import { openDatabase, type StoreDatabase, type StoreStatement } from './database.ts'

/** A store in a SQLite file, or in memory with `:memory:`. @throws DataFileError when the file cannot be used */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path)
  const keep = database.prepare('INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body')
  const selectFact = database.prepare('SELECT body FROM facts WHERE key = ?')
  let depth = 0
  return {
    transact(work) {
      if (depth > 0) return work()
      depth += 1
      try {
        return inTransaction(database, work)
      } finally {
        depth -= 1
      }
    },
    ...keepSessions(database),
    ...keepMessages(database),
    ...keepCalls(database),
    ...keepTimers(database),
    keep: (key, value) => void keep.run(key, JSON.stringify(value)),
    kept: (key) => readOne<JsonValue>(selectFact, key),
    clear: () => clear(database),
    close: () => database.close(),
  }
}

function clear(database: StoreDatabase): void {
  database.exec('DELETE FROM sessions; DELETE FROM slices; DELETE FROM messages; DELETE FROM calls; DELETE FROM timers')
}

/** Timers, one row each. A timer that is put again goes behind others due at the same instant. */
function keepTimers(database: StoreDatabase) {
  const statement = database.prepare('INSERT OR REPLACE INTO timers (id, due, body) VALUES (?, ?, ?)')
  const drop = database.prepare('DELETE FROM timers WHERE id = ?')
  const next = database.prepare('SELECT body FROM timers WHERE json_valid(body) ORDER BY due, n LIMIT ?')
  return {
    putTimer: (timer) => void statement.run(timer.id, timer.due, JSON.stringify(timer)),
    dropTimer: (id) => void drop.run(id),
    nextTimer: (except = noTimers) => readMany<Timer>(next, except.size + 1).find(({ id }) => !except.has(id)),
  } satisfies Partial<Store>
}

const noTimers: TimerIds = new Set()

/** Messages to customers, one row each. */
function keepMessages(database: StoreDatabase) {
  const statement = database.prepare(
    'INSERT INTO messages (id, session, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const get = database.prepare('SELECT body FROM messages WHERE id = ?')
  const ofSession = database.prepare('SELECT body FROM messages WHERE session = ? ORDER BY n')
  const newest = database.prepare('SELECT body FROM messages ORDER BY n DESC LIMIT ?')
  const count = database.prepare('SELECT count(*) AS count FROM messages')
  return {
    putMessage: (message) => void statement.run(message.id, message.sessionId, JSON.stringify(message)),
    message: (id) => readOne<OutboxMessage>(get, id),
    messagesOf: (sessionId) => readMany<OutboxMessage>(ofSession, sessionId),
    newestMessages: (limit) => readMany<OutboxMessage>(newest, limit),
    countMessages: () => readCount(count),
  } satisfies Partial<Store>
}

/** Sessions, one row each, and transcripts, one row for each slice, so that a turn never rewrites earlier ones. */
function keepSessions(database: StoreDatabase) {
  const statement = database.prepare(
    'INSERT INTO sessions (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const get = database.prepare('SELECT body FROM sessions WHERE id = ?')
  const newest = database.prepare('SELECT body FROM sessions ORDER BY n DESC LIMIT ?')
  const count = database.prepare('SELECT count(*) AS count FROM sessions')
  const drops = ['DELETE FROM sessions WHERE id = ?', 'DELETE FROM slices WHERE session = ?'].map((sql) =>
    database.prepare(sql),
  )
  const append = database.prepare('INSERT INTO slices (session, entries) VALUES (?, ?)')
  const slices = database.prepare('SELECT entries AS body FROM slices WHERE session = ? ORDER BY n')
  return {
    putSession: (record) => void statement.run(record.sessionId, JSON.stringify(record)),
    session: (sessionId) => readOne<SessionRecord>(get, sessionId),
    newestSessions: (limit) => readMany<SessionRecord>(newest, limit),
    countSessions: () => readCount(count),
    dropSession(sessionId) {
      for (const drop of drops) drop.run(sessionId)
    },
    appendEntries(sessionId, entries) {
      if (entries.length > 0) append.run(sessionId, JSON.stringify(entries))
    },
    transcript: (sessionId) => readMany<TranscriptEntry[]>(slices, sessionId).flat(),
  } satisfies Partial<Store>
}

/** A row a call; the index over open calls is the queue, sorted like `compareCalls` in memory-store.ts. */
function keepCalls(database: StoreDatabase) {
  const statement = database.prepare(
    `INSERT INTO calls (id, workspace, state, direction, priority, due, arrival, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, due = excluded.due, body = excluded.body`,
  )
  const get = database.prepare('SELECT body FROM calls WHERE id = ?')
  const open = database.prepare(
    `SELECT body FROM calls WHERE state IN ('queued', 'placed', 'connected')
     ORDER BY state <> 'queued', priority, due IS NULL, due, arrival`,
  )
  const next = database.prepare(
    `SELECT body FROM calls WHERE workspace = ? AND state = 'queued' AND due <= ? ORDER BY priority, due, arrival LIMIT 1`,
  )
  const busy = database.prepare(
    `SELECT count(*) AS count FROM calls WHERE workspace = ? AND state IN ('placed', 'connected') AND direction = 'outbound'`,
  )
  return {
    putCall({ callId, workspace, state, direction, priority, due, arrival, ...rest }) {
      const body = JSON.stringify({ callId, workspace, state, direction, priority, due, arrival, ...rest })
      statement.run(callId, workspace, state, direction, priority, due, arrival, body)
    },
    call: (callId) => readOne<CallRecord>(get, callId),
    openCalls: () => readMany<CallRecord>(open),
    nextCall: (workspace, now) => readOne<CallRecord>(next, workspace, now),
    busyLines: (workspace) => readCount(busy, workspace),
  } satisfies Partial<Store>
}

/** A row's record in `body`; an unreadable one counts as absent, so that others can still be read. */
function readOne<T>(statement: StoreStatement, ...values: (string | number)[]): T | undefined {
  const row = statement.get(...values) as { body: string } | undefined
  return row === undefined ? undefined : parse<T>(row.body)[0]
}

function readMany<T>(statement: StoreStatement, ...values: (string | number)[]): T[] {
  return (statement.all(...values) as { body: string }[]).flatMap(({ body }) => parse<T>(body))
}

function parse<T>(body: string): T[] {
  try {
    return [JSON.parse(body) as T]
  } catch (error) {
    warnOnce(`a record of the data file cannot be read and is left out: ${(error as Error).message}`)
    return []
  }
}

function readCount(statement: StoreStatement, ...values: (string | number)[]): number {
  return (statement.get(...values) as { count: number }).count
}
