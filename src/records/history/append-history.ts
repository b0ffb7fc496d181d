import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { makeFolder } from '../../base/files/files.ts'
import { jsonWithoutKeys } from '../../base/secrets/secret-keys.ts'
import { inTransaction } from '../../base/transaction.ts'
import { asTrouble, type HistoryDatabase, HistoryError, openDatabase, pause, type Trouble } from './database.ts'
import type { HistoryRow, HistoryRun } from './run-record.ts'

/** Whether a run was kept. `setAside` names the damaged file that was moved away to make room for a new one. */
export type HistoryWrite = { ok: true; setAside: string | null } | { ok: false; trouble: Trouble }

/** How long a writer waits for other writers, in milliseconds: each write takes a few, so this covers many of them. */
const defaultWaitMs = 3_000

/** Appends a run in one short transaction; never throws over the file, and sets a damaged one aside. No API keys. */
export function appendHistory(
  path: string,
  run: HistoryRun,
  { waitMs = defaultWaitMs }: { waitMs?: number } = {},
): HistoryWrite {
  try {
    makeFolder(dirname(path))
    try {
      write(path, run, waitMs)
      return { ok: true, setAside: null }
    } catch (error) {
      if (!(error instanceof HistoryError) || error.trouble.kind !== 'damaged') throw error
      const aside = setAside(path, waitMs)
      write(path, run, waitMs)
      return { ok: true, setAside: aside === null ? null : basename(aside) }
    }
  } catch (error) {
    if (error instanceof HistoryError) return { ok: false, trouble: error.trouble }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, trouble: { kind: 'unwritable', message } }
  }
}

function write(path: string, run: HistoryRun, waitMs: number): void {
  const database = openDatabase(path, waitMs)
  try {
    asTrouble(() => insert(database, run))
  } finally {
    database.close()
  }
}

/** How many rows go to the database in one text: that of a long run would fill the memory. */
const rowsAtOnce = 200

function insert(database: HistoryDatabase, run: HistoryRun): void {
  inTransaction(database, () => {
    const { lastInsertRowid } = database
      .prepare('INSERT INTO runs (kind, started_at, ms, tableread, git_commit, gate) VALUES (?, ?, ?, ?, ?, ?)')
      .run(run.kind, run.startedAt, run.ms, run.tableread, run.commit, run.gate ?? null)
    const [subjects, results] = [database.prepare(insertSubjects), database.prepare(insertResults)]
    let from = 0
    let rows: HistoryRow[] = []
    const insertRows = (): void => {
      const text = jsonWithoutKeys(rows)
      subjects.run(text)
      results.run(lastInsertRowid, from, text)
      from += rows.length
      rows = []
    }
    for (const row of run.conversations) if (rows.push(row) === rowsAtOnce) insertRows()
    insertRows()
    pruneHistory(database, lastInsertRowid)
  })
  // Leaves a single file to copy; while somebody is reading, the rest stays in the log and is read there.
  database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
}

const insertSubjects = `
  INSERT OR IGNORE INTO subjects (suite, name, agent, version, target)
  SELECT value ->> 'suite', value ->> 'name', value ->> 'agent', value ->> 'version', value ->> 'target' FROM json_each(?)`

const insertResults = `
  INSERT INTO results
  SELECT subjects.id, ?, key + ?, value ->> 'id', value ->> 'verdict', value ->> 'reason', value ->> 'ms', value ->> 'p95TurnMs',
    value ->> 'sessionId', value ->> 'script', value ->> 'passed', value ->> 'judged',
    value ->> 'tokens', value ->> 'cost', value ->> 'cause', value ->> 'judgeTokens', value ->> 'judgeCost',
    value ->> 'ways', value ->> 'agentPrint', value ->> 'touched'
  FROM json_each(?) AS each CROSS JOIN subjects ON subjects.suite = each.value ->> 'suite'
    AND subjects.name = each.value ->> 'name' AND subjects.agent = each.value ->> 'agent'
    AND subjects.version = each.value ->> 'version' AND subjects.target = each.value ->> 'target'`

/** How many of its newest runs are kept of each conversation. */
export const mostRuns = 200

/** Pruning runs only once in this many runs, because it takes longer than storing one. */
const everyRuns = 20

/** Deletes all but the newest runs of each conversation now and then; call it within a transaction. */
function pruneHistory(database: HistoryDatabase, run: number | bigint): void {
  if (Number(run) % everyRuns !== 0) return
  const findOldest = database.prepare(
    'SELECT run FROM results WHERE subject = ? GROUP BY run ORDER BY run DESC LIMIT 1 OFFSET ?',
  )
  const forget = database.prepare('DELETE FROM results WHERE subject = ? AND run <= ?')
  let forgotten = false
  for (const { id } of database.prepare('SELECT id FROM subjects').all() as { id: number }[]) {
    const first = findOldest.get(id, mostRuns) as { run: number } | undefined
    if (first === undefined) continue
    forget.run(id, first.run)
    forgotten = true
  }
  if (forgotten) database.exec('DELETE FROM runs WHERE id NOT IN (SELECT run FROM results)')
}

/** A process that dies holding the lock leaves it behind; after this many milliseconds the lock is ignored. */
const staleMs = 10_000

/** Renames a damaged history to `….corrupt-1`; null if another process did. @throws HistoryError where it cannot */
export function setAside(path: string, waitMs: number): string | null {
  const lock = `${path}.mending`
  try {
    if (!take(lock, waitMs)) return null
    try {
      if (isSound(path, waitMs)) return null
      const aside = freeName(path)
      // The log moves first: once the file itself is gone, another process may start a new one with its own log.
      rmSync(`${path}-shm`, { force: true })
      if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
      renameSync(path, aside)
      return aside
    } finally {
      rmdirSync(lock)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof HistoryError || code === undefined) throw error
    throw new HistoryError({ kind: 'unwritable', message: `it is damaged, and cannot be moved away (${code})` })
  }
}

/** Waits for the lock; false when it did not come free in time. */
function take(lock: string, waitMs: number): boolean {
  const until = performance.now() + waitMs
  for (;;) {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > staleMs) rmSync(lock, { recursive: true, force: true })
    try {
      mkdirSync(lock)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (performance.now() > until) return false
      pause()
    }
  }
}

/** Whether the file can be read and written as a history. A busy, foreign or later one does not count as damaged. */
function isSound(path: string, waitMs: number): boolean {
  try {
    const database = openDatabase(path, waitMs)
    try {
      return asTrouble(() => {
        database.exec(allColumns)
        return Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0] === 'ok'
      })
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof HistoryError) return error.trouble.kind !== 'damaged'
    throw error
  }
}

const allColumns = `
  SELECT id, kind, started_at, ms, tableread, git_commit FROM runs LIMIT 0;
  SELECT id, suite, name, agent, version, target FROM subjects LIMIT 0;
  SELECT subject, run, n, place, verdict, reason, ms, p95_turn_ms, session, script, passed, judged, tokens, cost,
    cause, judge_tokens, judge_cost, ways, agent_print, touched FROM results LIMIT 0;
  SELECT target, state, holder, held_until FROM watches LIMIT 0;
  SELECT sequence, id, receiver, target, body, attempts, next_at FROM outbox LIMIT 0`

function freeName(path: string): string {
  let number = 1
  while (existsSync(`${path}.corrupt-${number}`)) number += 1
  return `${path}.corrupt-${number}`
}
