import { resolve } from 'node:path'
import { readText } from '../base/read-file.ts'
import { findSuites } from '../cli/find-suites.ts'
import { UsageError } from '../cli/usage-error.ts'
import { parseScript } from '../script/parse.ts'

/** The tags of all suites, which Vitest has to know before it can filter by them. Broken suites are reported when they run. */
export function knownTags(paths: readonly string[], folder: string): string[] {
  const tags = filesOf(paths, folder).flatMap((file) => {
    const content = readText(resolve(folder, file))
    const parsed = content.includes('tags') ? parseScript(content, file) : undefined
    if (parsed?.ok !== true) return []
    return [...(parsed.script.tags ?? []), ...parsed.script.conversations.flatMap((each) => each.tags ?? [])]
  })
  return [...new Set(tags)].sort()
}

/** The suite files that are there. Nothing where there are none yet: Vitest itself says that it found no test files. */
export function filesOf(paths: readonly string[], folder: string): string[] {
  try {
    return findSuites(paths, folder).map(({ file }) => file)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}
