import type { JsonValue } from '../../../base/json.ts'
import type { Store } from '../store.ts'
import { keepCalls } from './call-table.ts'
import { type Database, openDatabase } from './database.ts'
import { keepMessages } from './message-table.ts'
import { readOne } from './rows.ts'
import { keepSessions } from './session-table.ts'
import { keepTimers } from './timer-table.ts'

/** A store in a SQLite file, or in memory with `:memory:`. @throws DataFileError when the file cannot be used */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const keep = database.prepare('INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body')
  const kept = database.prepare('SELECT body FROM facts WHERE key = ?')
  let depth = 0
  return {
    transact(work) {
      if (depth > 0) return work()
      begin.run()
      depth += 1
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        rollBack(database)
        throw error
      } finally {
        depth -= 1
      }
    },
    ...keepSessions(database),
    ...keepMessages(database),
    ...keepCalls(database),
    ...keepTimers(database),
    keep: (key, value) => void keep.run(key, JSON.stringify(value)),
    kept: (key) => readOne<JsonValue>(kept, key),
    clear: () => clear(database),
    close: () => database.close(),
  }
}

/** A full disk ends a transaction by itself, and then there is none to roll back: what went wrong first is what counts. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}

function clear(database: Database): void {
  database.exec('DELETE FROM sessions; DELETE FROM slices; DELETE FROM messages; DELETE FROM calls; DELETE FROM timers')
}
