import { insistReadable, readText } from '../../base/read-file.ts'
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
