import { basename, dirname } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { redactKeysIn } from '../../base/secret-keys.ts'
import { asTrouble, type Database, HistoryError, openDatabase, type Trouble } from './database.ts'
import type { HistoryRun } from './history-run.ts'
import { pruneHistory } from './prune-history.ts'
import { setAside } from './set-aside.ts'

/** Whether a run was kept. `setAside` names the damaged file that a new one took the place of. */
export type Kept = { ok: true; setAside: string | null } | { ok: false; trouble: Trouble }

/** How long a writer waits for others, in milliseconds. Each writes for a few of them. */
const defaultWaitMs = 3_000

/**
 * Appends a run to a history, in one short transaction, and makes the file where there is none; a new folder gets a
 * `.gitignore` of its own. Never throws for what is wrong with the file: the run matters more than its history. A damaged
 * file is set aside and a new one begun. No key is kept.
 */
export function appendHistory(
  path: string,
  run: HistoryRun,
  { waitMs = defaultWaitMs }: { waitMs?: number } = {},
): Kept {
  try {
    makeFolder(dirname(path))
    const text = JSON.stringify(redactKeysIn(run.conversations))
    try {
      write(path, run, text, waitMs)
      return { ok: true, setAside: null }
    } catch (error) {
      if (!(error instanceof HistoryError) || error.trouble.kind !== 'damaged') throw error
      const aside = setAside(path, waitMs)
      write(path, run, text, waitMs)
      return { ok: true, setAside: aside === null ? null : basename(aside) }
    }
  } catch (error) {
    if (error instanceof HistoryError) return { ok: false, trouble: error.trouble }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, trouble: { kind: 'unwritable', message } }
  }
}

function write(path: string, run: HistoryRun, conversations: string, waitMs: number): void {
  const database = openDatabase(path, waitMs)
  try {
    asTrouble(() => insert(database, run, conversations))
  } finally {
    database.close()
  }
}

function insert(database: Database, run: HistoryRun, conversations: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const { lastInsertRowid } = database
      .prepare('INSERT INTO runs (kind, started_at, ms, tableread, git_commit) VALUES (?, ?, ?, ?, ?)')
      .run(run.kind, run.startedAt, run.ms, run.tableread, run.commit)
    database.prepare(insertSubjects).run(conversations)
    database.prepare(insertResults).run(lastInsertRowid, conversations)
    pruneHistory(database, lastInsertRowid)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
  // Leaves one file that can be copied, unless somebody reads just now; whatever stays in the log is read from there.
  database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
}

const insertSubjects = `
  INSERT OR IGNORE INTO subjects (suite, name, agent, version, target)
  SELECT value ->> 'suite', value ->> 'name', value ->> 'agent', value ->> 'version', value ->> 'target' FROM json_each(?)`

const insertResults = `
  INSERT INTO results
  SELECT subjects.id, ?, key, value ->> 'id', value ->> 'verdict', value ->> 'reason', value ->> 'ms', value ->> 'p95TurnMs',
    value ->> 'sessionId', value ->> 'script', value ->> 'passed', value ->> 'judged'
  FROM json_each(?) AS each CROSS JOIN subjects ON subjects.suite = each.value ->> 'suite'
    AND subjects.name = each.value ->> 'name' AND subjects.agent = each.value ->> 'agent'
    AND subjects.version = each.value ->> 'version' AND subjects.target = each.value ->> 'target'`
