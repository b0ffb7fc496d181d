import { writeWhole, writeWholeInTurns } from '../base/write-whole.ts'
import { complain } from './print.ts'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file that a flag or the config names, whole or not at all. `shown` is its path as messages have it; no part
 * holds a key, unless the text is `verbatim` the user's own.
 * @throws UsageError where the file system does not let it
 */
export function writeGiven(
  path: string,
  text: string | Iterable<string>,
  { shown = path, verbatim = false }: { shown?: string; verbatim?: boolean } = {},
): void {
  try {
    writeWhole(path, text, { lasting: true, verbatim })
  } catch (error) {
    throw unwritable(error, shown)
  }
}

/**
 * The same for texts so long that signals should be heard in between.
 * @throws UsageError where the file system does not let it
 */
export async function writeGivenInTurns(path: string, text: string | Iterable<string>): Promise<void> {
  try {
    await writeWholeInTurns(path, text, { lasting: true })
  } catch (error) {
    throw unwritable(error, path)
  }
}

function unwritable(error: unknown, shown: string): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error // what makes the text may fail too
  return new UsageError(
    `${shown} cannot be written: ${(error as Error).message}`,
    'name a file in a folder that may be written to, on a disk that has room',
  )
}

/** The outputs of a command that judged something: one that fails costs itself alone, and that the command ends well. */
export interface Sinks {
  /** Brings out one of them. What fails is told at once. */
  fill(write: () => void | Promise<void>): Promise<void>
  /** A listener that hears no more once it failed, which is told. */
  hear<T>(listen: (event: T) => void | Promise<void>): (event: T) => Promise<void>
  /** The exit code of the command: its own, but never 0 where an output was lost. */
  exitCode(code: number): number
}

/** No output yet. */
export function openSinks(): Sinks {
  let lost = 0
  const lose = (error: unknown): void => {
    lost = Math.max(lost, error instanceof UsageError ? 2 : 70)
    complain(`${describeLoss(error)}\n`)
  }
  return {
    async fill(write) {
      try {
        await write()
      } catch (error) {
        lose(error)
      }
    },
    hear(listen) {
      let hears = true
      return async (event) => {
        try {
          if (hears) await listen(event)
        } catch (error) {
          hears = false
          lose(error)
        }
      }
    },
    exitCode: (code) => (code === 0 ? lost : code),
  }
}

function describeLoss(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const stack = (error as Error).stack ?? String(error)
  return `a report could not be made, which is a defect in Tableread; please report it:\n${stack}`
}
