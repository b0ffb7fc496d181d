import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { asTrouble, HistoryError, openDatabase } from './database.ts'
import { pause } from './pause.ts'

/** A process that died while it held the lock left it behind; after this many milliseconds it counts for nothing. */
const staleMs = 10_000

/**
 * Puts a damaged history out of the way as `….corrupt-1` (the next free number) and gives that name; null when another
 * process did so first. Only one process does it at a time, so that no sound new file is ever moved.
 */
export function setAside(path: string, waitMs: number): string | null {
  const lock = `${path}.mending`
  if (!take(lock, waitMs)) return null
  try {
    if (isSound(path, waitMs)) return null
    const aside = freeName(path)
    // The log goes first: once the file itself is gone, another process may begin a new one with a log of its own.
    rmSync(`${path}-shm`, { force: true })
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
    renameSync(path, aside)
    return aside
  } finally {
    rmdirSync(lock)
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

/** Whether it can be read and written as a history; one that is busy, foreign or later is not damaged either. */
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
  SELECT subject, run, n, place, verdict, reason, ms, p95_turn_ms, session, script, passed, judged FROM results LIMIT 0`

function freeName(path: string): string {
  let number = 1
  while (existsSync(`${path}.corrupt-${number}`)) number += 1
  return `${path}.corrupt-${number}`
}
