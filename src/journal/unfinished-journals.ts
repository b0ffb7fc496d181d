import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalHeader } from './journal-records.ts'
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
    const read = readJournal(path, true)
    return read === null ? [] : [{ path, header: read.header }]
  })
}

/** Removes all journals but the newest few; `isBusy` spares those that somebody writes. */
export function pruneJournals(folder: string, isBusy: (path: string) => boolean): void {
  for (const name of namesIn(folder).slice(kept)) {
    const path = join(folder, name)
    if (!isBusy(path)) rmSync(path, { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{4}-.*\.jsonl$/.test(name))
      .sort()
      .reverse()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
