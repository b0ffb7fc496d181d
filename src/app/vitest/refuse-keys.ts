import { resolve } from 'node:path'
import { readText } from '../../base/read-file.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import { UsageError } from '../project/usage-error.ts'

/**
 * Vitest prints lines of suites below errors, and its HTML report holds their whole text, where nothing can take a key out.
 * @throws UsageError that names the line of a suite that holds a key
 */
export function refuseKeys(files: readonly string[], folder: string): void {
  for (const file of files) {
    const found = keyIn(readText(resolve(folder, file)), file)
    if (found !== null) throw found
  }
}

/** Why a suite does not run in Vitest; null where it holds no key. */
export function keyIn(content: string, file: string): UsageError | null {
  if (redactKeys(content) === content) return null
  const line = content.split('\n').findIndex((each) => redactKeys(each) !== each)
  return new UsageError(
    `${file}${line === -1 ? '' : `:${line + 1}`} holds the API key, and Vitest shows the text of suites in its output and its reports`,
    'take it out of the suite; tableread run, which shows no key, runs it as it is',
  )
}
