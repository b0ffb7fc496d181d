import { resolve } from 'node:path'
import { readText } from '../../base/read-file.ts'
import { parseScript } from '../../suite/language/parse.ts'
import { filesOf } from './suite-globs.ts'

/** The tags of all suites, which Vitest has to know before it can filter by them. Broken suites are reported when they run. */
export function knownTags(paths: readonly string[], folder: string): string[] {
  const tags = filesOf(paths, folder).flatMap(({ file }) => {
    const content = readText(resolve(folder, file))
    const parsed = content.includes('tags') ? parseScript(content, file) : undefined
    if (parsed?.ok !== true) return []
    return [...(parsed.script.tags ?? []), ...parsed.script.conversations.flatMap((each) => each.tags ?? [])]
  })
  return [...new Set(tags)].sort()
}
