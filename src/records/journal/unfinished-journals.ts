import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalHeader } from './journal-records.ts'
import { isRunning } from './process-mark.ts'
import { readJournal } from './read-journal.ts'

/** A run that did not come to its end, or left something that could not be judged. */
export interface Unfinished {
  path: string
  header: JournalHeader
}

/** How many of them a folder keeps. */
const kept = 5

/** The name of a new journal: names sort by time. */
export function nameJournal(folder: string, startedAt: Date): string {
  return join(folder, `${startedAt.toISOString().replace(/[:.]/g, '-')}-${process.pid}.jsonl`)
}

/** The journals of a folder, the newest first; files that are none are left alone. */
export function listUnfinished(folder: string): Unfinished[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    const read = readIfThere(path)
    return read === null ? [] : [{ path, header: read.header }]
  })
}

/** Several runs share a folder: another one may have removed its own meanwhile. */
function readIfThere(path: string, headOnly = true): ReturnType<typeof readJournal> {
  try {
    return readJournal(path, headOnly)
  } catch {
    return null
  }
}

/** Removes all journals but the newest few. */
export function pruneJournals(folder: string): void {
  for (const name of namesIn(folder).slice(kept)) dropJournal(join(folder, name))
}

/** Removes a journal that nobody writes to; one that cannot be removed stays. */
export function dropJournal(path: string): void {
  if (isRunning(readIfThere(path, false)?.by ?? '')) return
  try {
    rmSync(path, { force: true })
  } catch {
    // it is pruned another time
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{4}-.*\.jsonl$/.test(name))
      .sort()
      .reverse()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
