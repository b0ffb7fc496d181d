import { closeSync } from 'node:fs'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { openFile } from '../../base/read-file.ts'
import { decodeLine } from './journal-line.ts'
import type { JournalHeader } from './journal-records.ts'
import { readLines } from './read-lines.ts'

/** Where a conversation stands in a journal. */
export interface JournalEntry {
  hash: string
  at: number
  length: number
}

/** What a journal holds. */
export interface JournalRead {
  header: JournalHeader
  /** The mark of the process that wrote to it last. */
  by: string
  /** By plan; of one that is there twice, the later. */
  entries: Map<string, JournalEntry>
  /** Where the last whole line ends: what follows was torn. */
  end: number
  /** Whole lines that cannot be read. */
  damaged: number
}

/**
 * Reads a journal line by line, keeping no transcript; null for what is none, as where not even the first line was
 * written whole. With `headOnly` it stops after the header.
 * @throws Error of the file system
 */
export function readJournal(path: string, headOnly = false): JournalRead | null {
  const { file } = openFile(path)
  try {
    let read: JournalRead | null = null
    for (const { at, bytes } of readLines(file)) {
      const said = readLine(bytes)
      if (read === null) {
        if (said === undefined || said.journal !== 1) return null
        const header = said as unknown as JournalHeader
        read = { header, by: header.by, entries: new Map(), end: 0, damaged: 0 }
        if (headOnly) return read
      } else note(read, said, at, bytes.length)
      read.end = at + bytes.length + 1
    }
    return read
  } finally {
    closeSync(file)
  }
}

function note(read: JournalRead, said: JsonObject | undefined, at: number, length: number): void {
  if (said === undefined) read.damaged += 1
  else if (typeof said.resumedBy === 'string') read.by = said.resumedBy
  else if (typeof said.plan === 'string' && typeof said.hash === 'string')
    read.entries.set(said.plan, { hash: said.hash, at, length })
}

function readLine(bytes: Buffer): JsonObject | undefined {
  const said: JsonValue | undefined = decodeLine(bytes)
  return said !== undefined && isJsonObject(said) ? said : undefined
}
