import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { makeFolder } from '../../base/files/files.ts'
import { holdJournal, type Journal, type JournalOptions } from './keep-journal.ts'
import { markProcess } from './process-mark.ts'
import type { JournalRead } from './read-journal.ts'
import { encodeLine, type JournalHeader, type ResumedRecord } from './record.ts'

/** Begins the journal of a new run. @throws Error of the file system */
export async function beginJournal(
  path: string,
  header: Omit<JournalHeader, 'journal' | 'by'>,
  options: JournalOptions,
): Promise<Journal> {
  const folder = dirname(path)
  const above = dirname(folder)
  if (basename(above) === '.tableread') makeFolder(above)
  makeFolder(folder)
  const file = await open(path, 'ax+', 0o600)
  return orClose(file, async () => {
    const first: JournalHeader = { journal: 1, ...header, by: markProcess() }
    return await holdJournal({ path, file, size: 0, entries: new Map() }, encodeLine(first), options)
  })
}

/** Resumes a journal that was read, cutting off a torn last line. @throws Error of the file system */
export async function resumeJournal(path: string, read: JournalRead, options: JournalOptions): Promise<Journal> {
  const file = await open(path, 'a+', 0o600)
  return orClose(file, async () => {
    await file.truncate(read.end)
    const again: ResumedRecord = { resumedBy: markProcess() }
    return await holdJournal({ path, file, size: read.end, entries: read.entries }, encodeLine(again), options)
  })
}

/** Builds something on an open file, and closes it if that fails, so that no handle is left behind. */
async function orClose<T>(file: FileHandle, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    await file.close()
    throw error
  }
}
