import { writeWhole, writeWholeInTurns } from '../../base/write-whole.ts'
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
