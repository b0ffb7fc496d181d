import type { FileHandle } from 'node:fs/promises'

/** Writes lines to the end of a file and makes them last. Nobody who appends waits for the disk. */
export interface Appender {
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
