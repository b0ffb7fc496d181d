import type { Conversation } from '../../suite/language/conversation.ts'
import { choosePlans } from '../project/choose-plans.ts'
import { findSuites } from '../project/find-suites.ts'
import { readSuites } from '../project/read-suites.ts'
import type { RunSettled } from '../project/settings.ts'

/** The conversations that a person asked for: by name, so that a suite may be edited while Vitest watches it. */
export interface Chosen {
  /** The files that hold them, and those that are broken. */
  files: string[]
  includes(file: string, conversation: Conversation): boolean
}

/**
 * Which conversations `file:line`, `-t` and `--tags` ask for; null when nothing of it is given.
 * @throws UsageError when there is none
 */
export function chooseConversations(settled: RunSettled, flags: { name?: string; tags?: string[] }): Chosen | null {
  const paths = findSuites(settled.suites, settled.folder)
  const filtered =
    flags.name !== undefined || flags.tags !== undefined || paths.some(({ address }) => address !== undefined)
  if (!filtered) return null
  const read = readSuites(paths, settled.folder)
  const matching = choosePlans(read, settled, { ...flags, ignoreOnly: true }) // Vitest sees `only` come and go
  const keys = new Set(matching.map(({ file, conversation }) => keyOf(file, conversation)))
  return {
    files: [...new Set([...matching, ...read.problems].map(({ file }) => file))],
    includes: (file, conversation) => keys.has(keyOf(file, conversation)),
  }
}

function keyOf(file: string, { name }: Conversation): string {
  return `${file}\n${name.value}`
}
