import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './process-mark.ts'
import { readJournal } from './read-journal.ts'
import type { JournalHeader } from './record.ts'

/** A run that did not finish, or that left something which could not be judged. */
export interface UnfinishedRun {
  path: string
  header: JournalHeader
}

const mostJournals = 5

/** The name of a new journal: names sort by time. */
export function nameJournal(folder: string, startedAt: Date): string {
  return join(folder, `${startedAt.toISOString().replace(/[:.]/g, '-')}-${process.pid}.jsonl`)
}

/** Lists the journals of a folder, newest first; other files are ignored. */
export function listUnfinished(folder: string): UnfinishedRun[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    const read = readIfThere(path)
    return read === null ? [] : [{ path, header: read.header }]
  })
}

/** Runs share the folder, so another one may have removed its journal in the meantime. */
function readIfThere(path: string, headOnly = true): ReturnType<typeof readJournal> {
  try {
    return readJournal(path, headOnly)
  } catch {
    return null
  }
}

/** Removes all journals but the newest few. */
export function pruneJournals(folder: string): void {
  for (const name of namesIn(folder).slice(mostJournals)) dropJournal(join(folder, name))
}

/** Removes a journal unless a running process writes to it; one that cannot be removed stays. */
export function dropJournal(path: string): void {
  if (isRunning(readIfThere(path, false)?.by ?? '')) return
  try {
    rmSync(path, { force: true })
  } catch {
    // a later run will prune it
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
