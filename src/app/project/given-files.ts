import { insistReadable, readText } from '../../base/files.ts'
import { writeWhole, writeWholeInTurns } from '../../base/write-whole.ts'
import { UsageError } from './usage-error.ts'

/**
 * The text of a file that a flag or the config names, without the mark that some editors begin it with. `shown` is its
 * path as messages have it.
 * @throws UsageError for what cannot be read, or is no file
 */
export function readGiven(path: string, shown: string = path, most?: number): string {
  try {
    return readText(path, most).replace(/^\uFEFF/, '')
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${(error as Error).message}`, 'name a file that may be read')
  }
}

/** Refuses a module that is no file before it is imported: nobody could end that. @throws UsageError as `readGiven` does */
export function insistGiven(path: string): void {
  try {
    insistReadable(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, 'name a file that may be read')
  }
}

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
