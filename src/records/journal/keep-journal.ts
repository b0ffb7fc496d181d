import { readSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { RunKeeper } from '../../engine/run-keeper.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { fingerprintPlan } from './fingerprint-plan.ts'
import { decodeLine, encodeLine } from './journal-line.ts'
import type { ConcludedRecord } from './journal-records.ts'
import type { LinesOf } from './lines-of.ts'
import type { JournalEntry } from './read-journal.ts'

/** The conversations of a run that are over, in a file that outlives the process. */
export interface Journal extends RunKeeper {
  /** The whole result of a conversation of which a run kept only what its totals need. */
  wholeOf(result: ConversationResult): ConversationResult
  /** Whether all that was judged is in the file, or will be. */
  keeps(): boolean
  /** Waits for the disk, and removes the file where nothing is left to do. Does not reject; a second time it does nothing. */
  close(finished: boolean): Promise<void>
}

/** What a journal needs beyond its file. */
export interface JournalOptions {
  /** The lines of plans, by which it is known whether they changed. */
  linesOf: LinesOf
  /** Hears, once, why nothing more can be written. */
  onTrouble: (error: Error) => void
}

/** A file to go on with: how long it is, and which conversations it holds. */
export interface JournalFile {
  path: string
  file: FileHandle
  size: number
  entries: Map<string, JournalEntry>
}

/** Writes lines to the end of a file and makes them last. Nobody who appends waits for the disk. */
interface Appender {
  append(line: Buffer): void
  /** Resolves when all that was appended is on the disk, or after trouble. Does not reject. */
  settle(): Promise<void>
}

/** What an appender writes to: a file opened for appending. */
export type AppendFile = Pick<FileHandle, 'writeFile' | 'datasync'>

/** How long the disk rests between two syncs, in milliseconds: so much of a run is judged again after a crash, at most. */
const restMs = 25

/**
 * Lines that come while a write is under way, or in the rest after it, leave together in the next one, with one sync for all
 * of them. After the first error of the file system, which `onTrouble` hears, nothing more is written.
 */
export function appendLines(
  file: AppendFile,
  { onSaved, onTrouble }: { onSaved: (lines: number) => void; onTrouble: (error: Error) => void },
): Appender {
  let waiting: Buffer[] = []
  let writing: Promise<void> | null = null
  let broken = false
  let hurry: (() => void) | null = null
  let settling = false
  const rest = (): Promise<void> =>
    new Promise((rested) => {
      const timer = setTimeout(rested, settling ? 0 : restMs)
      hurry = () => {
        clearTimeout(timer)
        rested()
      }
    })
  const write = async (): Promise<void> => {
    while (waiting.length > 0 && !broken) {
      const lines = waiting
      waiting = []
      try {
        await file.writeFile(Buffer.concat(lines))
        await file.datasync()
        onSaved(lines.length)
        await rest()
      } catch (error) {
        broken = true
        onTrouble(error as Error)
      }
    }
    waiting = []
    writing = null
  }
  return {
    append(line) {
      if (broken) return
      waiting.push(line)
      writing ??= Promise.resolve().then(write)
    },
    settle: async () => {
      settling = true
      hurry?.()
      while (writing !== null) await writing
      settling = false
    },
  }
}

/** What could not be judged, what a broken script or its environment spoilt and what never ran is worth another try. */
const open: readonly Verdict[] = ['errored', 'broken', 'not reached', 'unsafe']

/** Keeps a journal that is open. `first` is the line to begin with. */
export function keepJournal(
  { path, file, size, entries }: JournalFile,
  first: Buffer,
  { linesOf, onTrouble }: JournalOptions,
): Journal {
  let end = size
  let broken = false
  let closed = false
  /** Written and not yet on the disk, the oldest first; after trouble, all that was not and comes. */
  const unsaved = new Map<string, Buffer>()
  const appender = appendLines(file, {
    onSaved(lines) {
      for (const plan of [...unsaved.keys()].slice(0, lines)) unsaved.delete(plan)
    },
    onTrouble(error) {
      broken = true
      onTrouble(error)
    },
  })
  const append = (name: string, line: Buffer): Pick<JournalEntry, 'at' | 'length'> => {
    unsaved.set(name, line)
    appender.append(line)
    const at = end
    end += line.length
    return { at, length: line.length - 1 }
  }
  const read = (plan: string): ConcludedRecord | null => {
    const entry = entries.get(plan)
    if (entry === undefined) return null
    const waiting = unsaved.get(plan)
    const line = waiting?.subarray(0, -1) ?? Buffer.alloc(entry.length)
    if (waiting === undefined) readSync(file.fd, line, 0, entry.length, entry.at)
    return (decodeLine(line) as unknown as ConcludedRecord | undefined) ?? null
  }
  append('', first)
  return {
    recall(plan) {
      const entry = entries.get(plan.id)
      return entry?.hash === undefined || entry.hash !== fingerprintPlan(plan, linesOf) ? null : read(plan.id)
    },
    keep(plan, { result, attempts }) {
      if (open.includes(result.verdict)) return
      try {
        const hash = fingerprintPlan(plan, linesOf)
        const record: ConcludedRecord = { plan: plan.id, hash, attempts, result }
        const line = encodeLine(record)
        entries.set(plan.id, { hash, ...append(plan.id, line) })
      } catch (error) {
        if (!broken) onTrouble(error as Error) // as for a result longer than any text
        broken = true
      }
    },
    wholeOf: (result) => (result.verdict === 'passed' ? (read(result.id)?.result ?? result) : result),
    keeps: () => !broken,
    async close(finished) {
      if (closed) return
      closed = true
      try {
        try {
          await appender.settle()
        } finally {
          await file.close()
        }
        if (finished) rmSync(path, { force: true })
      } catch (error) {
        if (!broken) onTrouble(error as Error)
        broken = true
      }
    },
  }
}
