import { writeWhole } from '../base/write-whole.ts'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file that a flag or the config names, whole or not at all. `shown` is its path as messages have it.
 * @throws UsageError where the file system does not let it
 */
export function writeGiven(path: string, text: string | Iterable<string>, shown: string = path): void {
  try {
    writeWhole(path, text, { lasting: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error // what makes the text may fail too
    throw new UsageError(
      `${shown} cannot be written: ${(error as Error).message}`,
      'name a file in a folder that may be written to, on a disk that has room',
    )
  }
}
