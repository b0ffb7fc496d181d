import type { Plan } from '../runner/plan.ts'
import type { Script } from '../script/script.ts'
import { UsageError } from './usage-error.ts'

/** Which conversations a person asked for; all of them when nothing is given. */
export interface Selection {
  /** `-t`: a regular expression, without regard to case, on `suite > name`. */
  name?: string
  /** `--tags`: one of these. */
  tags?: readonly string[]
  /** Leave `only:` to somebody else. */
  ignoreOnly?: true
}

/** Keeps the plans that were asked for: by name, by tags, and `only:` when any carries it. @throws UsageError on a bad pattern */
export function select(plans: readonly Plan[], { name, tags, ignoreOnly }: Selection): Plan[] {
  const pattern = name === undefined ? undefined : compilePattern(name)
  const only = ignoreOnly !== true && plans.some(({ conversation }) => conversation.only?.value === true)
  return plans.filter((plan) => {
    const title = `${plan.suite} > ${plan.conversation.name.value}`
    const named = pattern === undefined || pattern.test(title)
    const tagged = tags === undefined || tags.length === 0 || plan.tags.some((tag) => tags.includes(tag))
    return named && tagged && (!only || plan.conversation.only?.value === true)
  })
}

/** The conversation that stands at a line of a suite file: the last one that begins at or before it. */
export function conversationAt(script: Script, line: number): number | undefined {
  const before = script.conversations.filter(({ at }) => at.line <= line)
  return (before.at(-1) ?? script.conversations[0])?.at.line
}

/** A pattern as `-t` takes it, without regard to case. @throws UsageError */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'i')
  } catch (error) {
    throw new UsageError(
      `-t ${source} is not a pattern: ${(error as Error).message}`,
      'escape special characters with \\',
    )
  }
}
