import { findSuites } from '../cli/find-suites.ts'
import { readSuites } from '../cli/read-suites.ts'
import { conversationAt, select } from '../cli/select.ts'
import type { RunSettled } from '../cli/settings.ts'
import { UsageError } from '../cli/usage-error.ts'
import { type Plan, planScript } from '../runner/plan.ts'
import type { Conversation } from '../script/conversation.ts'

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
  const filtered = flags.name !== undefined || flags.tags !== undefined || paths.some(({ line }) => line !== undefined)
  if (!filtered) return null
  const { suites, problems } = readSuites(paths, settled.folder)
  const plans = suites.flatMap(({ script, line }) => {
    const at = line === undefined ? undefined : conversationAt(script, line)
    return planScript(script, settled).filter(({ conversation }) => at === undefined || conversation.at.line === at)
  })
  const matching = select(plans.map(withoutOnly), flags)
  if (matching.length === 0 && problems.length === 0) {
    throw new UsageError(
      'no conversation matches',
      `there are ${plans.length} in ${suites.length} suites; see -t and --tags`,
    )
  }
  const keys = new Set(matching.map(({ file, conversation }) => keyOf(file, conversation)))
  return {
    files: [...new Set([...matching, ...problems].map(({ file }) => file))],
    includes: (file, conversation) => keys.has(keyOf(file, conversation)),
  }
}

/** `only` is left to Vitest, which sees it come and go. */
function withoutOnly(plan: Plan): Plan {
  return { ...plan, conversation: { ...plan.conversation, only: false } }
}

function keyOf(file: string, { name }: Conversation): string {
  return `${file}\n${name.value}`
}
