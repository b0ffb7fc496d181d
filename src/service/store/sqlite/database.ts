import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'

/** One prepared statement. No other file of the store depends on the SQLite package. */
export type StoreStatement = StatementSyncInstance

export interface StoreDatabase {
  prepare(sql: string): StoreStatement
  exec(sql: string): void
  close(): void
}

/** Migrations from each schema version to the next, in order. Never change one that was released: add another. */
const migrations: readonly string[] = [
  `
  CREATE TABLE sessions (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
  CREATE TABLE slices (n INTEGER PRIMARY KEY, session TEXT NOT NULL, entries TEXT NOT NULL);
  CREATE INDEX slices_by_session ON slices (session, n);
  CREATE TABLE messages (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX messages_by_session ON messages (session, n);
  CREATE TABLE calls (
    id TEXT PRIMARY KEY, workspace TEXT NOT NULL, state TEXT NOT NULL, direction TEXT NOT NULL,
    priority INTEGER NOT NULL, due INTEGER, arrival INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX calls_in_order ON calls (state, workspace, priority, due, arrival);
  CREATE TABLE timers (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, due INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX timers_by_due ON timers (due, n);
  CREATE TABLE facts (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID
  `,
]

/** Says in plain words why a data file cannot be used. */
class DataFileError extends Error {
  override name = 'DataFileError'
}

/**
 * Opens, or creates and migrates, a database for one process: two would both send what comes due. A commit hands
 * writes to the system, so only a machine's crash loses the last. @throws DataFileError if it is in use or not ours
 */
export function openDatabase(path: string): StoreDatabase {
  try {
    const database = new DatabaseSync(path)
    try {
      insistOurs(database, path)
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000',
      )
      migrate(database, path)
    } catch (error) {
      database.close()
      throw error
    }
    return { prepare: (sql) => database.prepare(sql), exec: (sql) => database.exec(sql), close: () => close(database) }
  } catch (error) {
    if (error instanceof DataFileError) throw error
    const { message } = error as Error
    const reason = /locked|busy/i.test(message)
      ? 'another process is using it'
      : /not a database/i.test(message)
        ? notOurs
        : message
    throw new DataFileError(`the data file ${path} cannot be opened: ${reason}`)
  }
}

/** Refuses another program's database before changing it: a data file has exactly our tables, a new one none. */
function insistOurs(database: StoreDatabase, path: string): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() as { application_id: number }
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  const tableNames = [...migrations.join(';').matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name ?? '')
  const sound =
    version === 0 ? names.length === 0 : version > migrations.length || tableNames.every((name) => names.includes(name))
  if (owner !== 0 || !sound) throw new DataFileError(`the data file ${path} cannot be opened: ${notOurs}`)
}

const notOurs = 'it is not a data file of Tableread'

/** Leaves one file and no log; releases the lock explicitly, as the package keeps statements open until collected. */
function close(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema')
  } catch {
    // a full disk keeps the log beside the file; the next start reads both
  } finally {
    database.close()
  }
}

function migrate(database: StoreDatabase, path: string): void {
  const { user_version: from } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (from > migrations.length) {
    throw new DataFileError(
      `the data file ${path} was made by a later version of Tableread; use that one, or another file`,
    )
  }
  migrations.slice(from).forEach((sql, index) => {
    database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${from + index + 1}; COMMIT`)
  })
  database.exec('BEGIN IMMEDIATE; COMMIT') // takes the lock now, so that a second process fails at startup
}
