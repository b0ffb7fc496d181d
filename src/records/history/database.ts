import { closeSync, existsSync, readSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { lookAt, openFile } from '../../base/files/files.ts'
import { inTransaction } from '../../base/transaction.ts'

/** One prepared statement. No other file of the history knows the SQLite package. */
export type HistoryStatement = StatementSyncInstance

export interface HistoryDatabase {
  prepare(sql: string): HistoryStatement
  exec(sql: string): void
  close(): void
}

/** Why a history is unusable: only `damaged` may be set aside; `later`: a newer Tableread's; `foreign`: not ours. */
export interface Trouble {
  kind: 'damaged' | 'busy' | 'later' | 'foreign' | 'unwritable'
  message: string
}

/** Marks a file as a history of Tableread: `tblr` in ASCII. */
const applicationId = 0x74_62_6c_72

/** Migrations from each schema version to the next, in order. Never change one that was released: add another. */
const migrations: readonly string[] = [
  `
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, started_at TEXT NOT NULL, ms REAL NOT NULL, tableread TEXT NOT NULL,
    git_commit TEXT
  );
  CREATE TABLE subjects (
    id INTEGER PRIMARY KEY, suite TEXT NOT NULL, name TEXT NOT NULL, agent TEXT NOT NULL, version TEXT NOT NULL,
    target TEXT NOT NULL, UNIQUE (suite, name, agent, version, target)
  );
  CREATE TABLE results (
    subject INTEGER NOT NULL REFERENCES subjects, run INTEGER NOT NULL REFERENCES runs, n INTEGER NOT NULL,
    place TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT, ms REAL NOT NULL, p95_turn_ms REAL, session TEXT, script TEXT,
    passed INTEGER NOT NULL, judged INTEGER NOT NULL, PRIMARY KEY (subject, run, n)
  ) WITHOUT ROWID
  `,
  'ALTER TABLE results ADD COLUMN tokens INTEGER; ALTER TABLE results ADD COLUMN cost REAL',
  'ALTER TABLE results ADD COLUMN cause TEXT',
  'ALTER TABLE results ADD COLUMN judge_tokens INTEGER; ALTER TABLE results ADD COLUMN judge_cost REAL',
  'ALTER TABLE results ADD COLUMN ways TEXT; ALTER TABLE results ADD COLUMN agent_print TEXT',
  `
  CREATE TABLE watches (target TEXT PRIMARY KEY, state TEXT, holder TEXT, held_until INTEGER);
  CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, receiver TEXT NOT NULL, target TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL DEFAULT 0, UNIQUE (id, receiver)
  )
  `,
  'ALTER TABLE results ADD COLUMN touched TEXT',
  'ALTER TABLE runs ADD COLUMN gate TEXT',
]

/** Thrown inside this folder, and by an open `WatchStore`; other public functions return the trouble as data. */
export class HistoryError extends Error {
  override name = 'HistoryError'
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

/** Opens or makes a history in the newest form; writers wait for each other up to `waitMs` ms. @throws HistoryError */
export function openDatabase(path: string, waitMs: number): HistoryDatabase {
  insistOurs(path)
  return asTrouble(() => {
    const database = new DatabaseSync(path, { timeout: waitMs })
    try {
      refuseForeign(database)
      if (readPragma(database, 'journal_mode') !== 'wal') enterWal(database, waitMs)
      database.exec('PRAGMA synchronous = NORMAL')
      migrate(database)
    } catch (error) {
      database.close()
      throw error
    }
    return database
  })
}

/** What was read from a history, or why nothing could be. */
export type HistoryRead<T> = { ok: true; read: T } | { ok: false; trouble: Trouble }

/** How long a reader waits for a writer, in milliseconds. */
const readerWaitMs = 1_000

/** Reads a history; `absent` where there is no file. Creates none, and never throws because of a bad one. */
export function readHistory<T>(path: string, absent: T, read: (database: HistoryDatabase) => T): HistoryRead<T> {
  if (!existsSync(path)) return { ok: true, read: absent }
  try {
    const database = openDatabase(path, readerWaitMs)
    try {
      return { ok: true, read: asTrouble(() => read(database)) }
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof HistoryError) return { ok: false, trouble: error.trouble }
    throw error
  }
}

/** Refuses a foreign file before SQLite opens it and finishes its log or calls it damaged. @throws HistoryError */
function insistOurs(path: string): void {
  const stats = lookAt(path)
  if (stats === undefined) return
  if (!stats.isFile()) throw new HistoryError({ kind: 'unwritable', message: 'it is no file' })
  if (stats.size === 0) return
  const head = readHead(path)
  if (head === null) return
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    if (isOwnPlace(path)) return
    throw new HistoryError({ kind: 'foreign', message: 'it is no history of Tableread, and is left as it is' })
  }
  if (head.length < 112) return
  const owner = head.readUInt32BE(68)
  // A file being created gets its owner together with its first tables, so one without tables may be ours.
  const isEmpty = head[100] === 13 && head.readUInt16BE(103) === 0
  if (owner !== applicationId && (owner !== 0 || !isEmpty)) throw anotherDatabase()
}

/** The header of a database file and its first page, by SQLite's file format; null where unreadable. */
function readHead(path: string): Buffer | null {
  try {
    const { file } = openFile(path)
    try {
      const head = Buffer.alloc(112)
      return head.subarray(0, readSync(file, head, 0, head.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return null // SQLite reports what is wrong with it
  }
}

const isOwnPlace = (path: string): boolean =>
  basename(path) === 'history.sqlite' && basename(dirname(resolve(path))) === '.tableread'

const anotherDatabase = (): HistoryError =>
  new HistoryError({ kind: 'foreign', message: 'it is a database of something else' })

/** Runs work on a history and rethrows SQLite errors as HistoryError. A programming error of ours stays as it is. */
export function asTrouble<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === undefined && !/unable to open database/i.test(message)) throw error
    throw new HistoryError({ kind: kindOf(errcode ?? 14), message })
  }
}

/** By SQLite's codes: 5 busy, 6 locked, 11 corrupt, 26 no database; a constraint or unknown column: not ours. */
function kindOf(errcode: number): Trouble['kind'] {
  const code = errcode & 0xff
  if (code === 5 || code === 6) return 'busy'
  return code === 11 || code === 26 || code === 1 || code === 19 ? 'damaged' : 'unwritable'
}

/** Reads in one transaction, because another process may be creating the file right now. */
function refuseForeign(database: DatabaseLike): void {
  database.exec('BEGIN')
  const owner = Number(readPragma(database, 'application_id'))
  if (owner === applicationId && Number(readPragma(database, 'user_version')) > migrations.length)
    throw new HistoryError({ kind: 'later', message: 'a later version of Tableread made it' })
  const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number }
  database.exec('COMMIT')
  if (owner !== applicationId && (count > 0 || owner !== 0)) throw anotherDatabase()
}

type DatabaseLike = Pick<HistoryDatabase, 'prepare' | 'exec'>

/** SQLite does not wait when two processes enter WAL mode at once, so we retry here. */
function enterWal(database: DatabaseLike, waitMs: number): void {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number }
      if (kindOf(errcode) !== 'busy' || performance.now() > until) throw error
      pause()
    }
  }
}

function migrate(database: DatabaseLike): void {
  if (Number(readPragma(database, 'user_version')) === migrations.length) return
  inTransaction(database, () => {
    for (const sql of migrations.slice(Number(readPragma(database, 'user_version')))) database.exec(sql)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  })
}

function readPragma(database: DatabaseLike, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** Blocks for a few milliseconds: SQLite's calls are synchronous, and so is waiting for another process. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}
