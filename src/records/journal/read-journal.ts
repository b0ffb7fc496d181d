import { closeSync, readSync } from 'node:fs'
import { openFile } from '../../base/files/files.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type ConcludedRecord, decodeLine, type JournalHeader } from './record.ts'

/** The position of a conversation in a journal. */
export interface JournalPlace {
  at: number
  length: number
}

/** With the fingerprint of the plan that it was performed by. */
export interface JournalEntry extends JournalPlace {
  hash: string
}

export interface JournalRead {
  header: JournalHeader
  /** The mark of the process that wrote to it last. */
  by: string
  /** By plan; if a plan occurs twice, the later entry. */
  entries: Map<string, JournalEntry>
  /** The end of the last complete line: whatever follows was torn. */
  end: number
  /** The number of complete lines that cannot be decoded. */
  damaged: number
}

/** Reads a journal line by line; null if it is none, or lacks a whole first line. @throws Error of the file system */
export function readJournal(path: string, headOnly = false): JournalRead | null {
  const { file } = openFile(path)
  try {
    let read: JournalRead | null = null
    for (const { at, bytes } of readLines(file)) {
      const first = readLine(bytes)
      if (read === null) {
        if (first === undefined || first.journal !== 1) return null
        const header = first as unknown as JournalHeader
        read = { header, by: header.by, entries: new Map(), end: 0, damaged: 0 }
        if (headOnly) return read
      } else note(read, first, at, bytes.length)
      read.end = at + bytes.length + 1
    }
    return read
  } finally {
    closeSync(file)
  }
}

/** The undamaged results that a journal holds, in the order they came. @throws Error of the file system */
export function resultsIn(path: string, { entries }: Pick<JournalRead, 'entries'>): ConversationResult[] {
  const { file } = openFile(path)
  try {
    return [...entries.values()].flatMap(({ at, length }) => {
      const line = Buffer.alloc(length)
      readSync(file, line, 0, length, at)
      const record = decodeLine(line) as unknown as ConcludedRecord | undefined
      return record === undefined ? [] : [record.result]
    })
  } finally {
    closeSync(file)
  }
}

function note(read: JournalRead, line: JsonObject | undefined, at: number, length: number): void {
  if (line === undefined) read.damaged += 1
  else if (typeof line.resumedBy === 'string') read.by = line.resumedBy
  else if (typeof line.plan === 'string' && typeof line.hash === 'string')
    read.entries.set(line.plan, { hash: line.hash, at, length })
}

function readLine(bytes: Buffer): JsonObject | undefined {
  const value: JsonValue | undefined = decodeLine(bytes)
  return value !== undefined && isJsonObject(value) ? value : undefined
}

const chunkBytes = 1 << 18

/** A file whose first line is longer than this is no journal, and is not read to the end. */
const longestFirst = 1 << 22

/** Yields the lines of an open file without their ends; whatever follows the last line end is incomplete and left out. */
function* readLines(file: number): Generator<{ at: number; bytes: Buffer }> {
  let [rest, at]: [Buffer, number] = [Buffer.alloc(0), 0]
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const length = readSync(file, chunk, 0, chunkBytes, at + rest.length)
    if (length === 0) return
    const searched = rest.length
    rest = rest.length === 0 ? chunk.subarray(0, length) : Buffer.concat([rest, chunk.subarray(0, length)])
    let from = 0
    for (let end = rest.indexOf(0x0a, searched); end !== -1; end = rest.indexOf(0x0a, from)) {
      yield { at: at + from, bytes: rest.subarray(from, end) }
      from = end + 1
    }
    rest = rest.subarray(from)
    at += from
    if (at === 0 && rest.length > longestFirst) return
  }
}
